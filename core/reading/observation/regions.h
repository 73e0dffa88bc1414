#pragma once

#include <array>
#include <limits>
#include <utility>
#include <vector>

#include "core/reading/ink/ink_features.h"
#include "core/reading/ink/ink_map.h"

namespace gridlens {

// Things, by their numbers, that grow together.
class DisjointSets {
 public:
  explicit DisjointSets(int count) : size_(count, 1) {
    for (int one = 0; one < count; ++one) parent_.push_back(one);
  }
  // A number that all of a set have in common.
  int of(int one) {
    while (parent_[one] != one) one = parent_[one] = parent_[parent_[one]];
    return one;
  }
  int size(int one) { return size_[of(one)]; }
  // Joins two sets unless they would have more than `most` members.
  void join(int a, int b, int most = std::numeric_limits<int>::max()) {
    a = of(a), b = of(b);
    if (a == b || size(a) + size(b) > most) return;
    parent_[b] = a;
    size_[a] += size_[b];
  }

 private:
  CellMap<int> parent_;
  CellMap<int> size_;
};

// The pieces of line between neighbouring cells of a rectified board of n x n, row by row. First
// come those between a cell and the one to its right, then those between a cell and the one below.
struct CellBorders {
  int n = 0;

  [[nodiscard]] int count() const { return 2 * n * (n - 1); }
  // The cells on both sides of piece `i`, row-major.
  [[nodiscard]] std::pair<int, int> cells_beside(int i) const;

  // Where it lies: on the line before column (or row) `line`, beside row (or column) `cell`.
  struct Place {
    bool between_columns = false;
    int line = 0;
    int cell = 0;
  };
  [[nodiscard]] Place place_of(int i) const;
};

inline constexpr int kLineReach = 4;  // pixels on either side of a line that hold its ink

// The ink `from` .. `to` pixels across a piece of line, in pixels of full ink: the amount that one
// in `share` places along it do not reach. The median (2) of a piece that a digit reaches over is
// the line's. Of the border's lines only what the rectified board shows.
double ink_across(const cv::Mat& ink, const CellBorders::Place& piece, int from, int to,
                  size_t share = 2);

// By how much heavy lines around other regions than the boxes of any shape explain a board's lines
// better than boxes do: a jigsaw's regions, the cages of a KenKen. Log-likelihood a piece of line;
// small where all lines are alike (docs/notebook/reading.md). `weights`: logs of how heavy each
// piece is, not a number where it was not seen (a hand, a glare).
double odds_of_other_regions(int n, const std::vector<double>& weights);

// How heavy the pieces of a board's lines are, over the frames.
class LineWeights {
 public:
  explicit LineWeights(int n) : borders_{n} {}

  [[nodiscard]] bool enough() const { return frames_ >= kEnoughFrames; }
  // `occluded`: cells that something covers; the lines beside them say nothing.
  void add(const InkMap& ink, const CellFlags& occluded, double weight);

  // As above, of the lines with the cells' background taken off and without, whichever says less:
  // tiles under the symbols would make the first regions, candidates in corners the second.
  [[nodiscard]] double odds_of_other_regions() const;

 private:
  // Mean weights, what light and blur change from end to end of the board taken out; not a
  // number where a piece was never seen, empty where too few were.
  [[nodiscard]] std::vector<double> levelled(const std::vector<double>& sums) const;

  CellBorders borders_;
  std::array<std::vector<double>, 2> sums_;  // of logs: all ink, and what is above the background
  std::vector<double> weights_;
  int frames_ = 0;
};

// Do the backgrounds of the cells tell n regions of n cells that are no boxes? `features`: of the
// rectified board's cells.
bool backgrounds_mark_other_regions(int n, const CellMap<InkFeatures>& features);

}  // namespace gridlens
