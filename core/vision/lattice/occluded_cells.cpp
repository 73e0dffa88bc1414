#include "core/vision/lattice/occluded_cells.h"

#include <algorithm>
#include <cstddef>

#include "core/image/statistics.h"
#include "core/vision/lattice/cell_background.h"

namespace gridlens {

namespace {

constexpr double kMinSeenAround = 0.95;  // of the segments of cells that are not occluded
constexpr double kMostOccluded = 0.4;    // of the cells
constexpr double kMinBorderShare = 0.4;
// Bare cells: all but the outer twentieths of the others' greys lie within this ratio, and nine of
// ten occluded ones among them.
constexpr double kSameTone = 1.3;
constexpr double kOuterShare = 0.05;
constexpr double kBlankShare = 0.9;
constexpr double kBeyond = 1.02;
constexpr int kSidesOfTiles = 3;

// The cells on both sides of a segment; outside the board: -1.
struct Sides {
  int cells[2];
};

Sides sides_of(const SegmentId& segment, int n) {
  Sides sides{};
  for (int i = 0; i < 2; ++i) {
    const int across = segment.line - 1 + i;
    const bool column = segment.family == LineFamily::column_line;
    const int row = column ? segment.cell : across;
    const int col = column ? across : segment.cell;
    sides.cells[i] = across < 0 || across >= n ? -1 : row * n + col;
  }
  return sides;
}

constexpr double kLineDepth = 0.5;  // of the usual line's: a line that lies a little aside

// What is no line where one is expected, nor near it.
class Covered {
 public:
  explicit Covered(const std::vector<LatticeSample>& samples) {
    std::vector<double> depths;
    for (const LatticeSample& s : samples)
      if (s.reading.seen) depths.push_back(s.reading.depth);
    line_depth_ = kLineDepth * median(depths);
  }
  bool operator()(const LatticeSample& s) const {
    return s.reading.inside && !s.reading.seen && !s.reading.at_ends && !s.reading.step &&
           s.reading.depth < line_depth_;
  }

 private:
  double line_depth_ = 0;
};

}  // namespace

CellFlags unobserved_cells(const std::vector<LatticeSample>& samples, int n) {
  CellMap<int> seen_sides(n * n);
  for (const LatticeSample& s : samples) {
    if (!s.reading.seen && !s.reading.at_ends) continue;
    for (const int cell : sides_of(s.segment, n).cells)
      if (cell >= 0) ++seen_sides[cell];
  }
  CellFlags unobserved;
  for (const int sides : seen_sides) unobserved.push_back(sides <= 1);
  return unobserved;
}

CellFlags occluded_cells(const std::vector<LatticeSample>& samples, int n) {
  CellFlags occluded(n * n);
  const Covered is_covered(samples);
  // A board without a border is open on all sides.
  int border = 0, border_seen = 0;
  for (const LatticeSample& s : samples)
    if (s.segment.line == 0 || s.segment.line == n) ++border, border_seen += !is_covered(s);
  if (border_seen < kMinBorderShare * border) return {};

  const CellFlags unobserved = unobserved_cells(samples, n);
  int count = 0;
  bool wholly = false;
  for (bool grown = true; grown;) {
    grown = false;
    for (const LatticeSample& s : samples) {
      if (!is_covered(s)) continue;
      const Sides sides = sides_of(s.segment, n);
      for (int i = 0; i < 2; ++i) {
        const int from = sides.cells[i];
        const int to = sides.cells[1 - i];
        if (to < 0 || occluded[to]) continue;
        if (from >= 0 && !occluded[from]) continue;
        occluded[to] = true;
        wholly = wholly || unobserved[to];
        ++count;
        grown = true;
      }
    }
  }
  // What covers a board covers some cell wholly; single lines are missed now and then.
  if (!wholly || count > kMostOccluded * n * n) return {};
  int around = 0, seen = 0;
  for (const LatticeSample& s : samples) {
    if (!s.reading.inside) continue;
    bool touched = false;
    for (const int cell : sides_of(s.segment, n).cells)
      touched = touched || (cell >= 0 && occluded[cell]);
    if (touched) continue;
    ++around;
    seen += !is_covered(s);
  }
  if (seen < kMinSeenAround * around) return {};
  return occluded;
}

bool look_blank(const cv::Mat& grey, const Homography& image_from_board, int n,
                const CellFlags& occluded) {
  bool sides[4] = {};
  for (int i = 1; i < n - 1; ++i) {
    sides[0] = sides[0] || occluded[i];
    sides[1] = sides[1] || occluded[(n - 1) * n + i];
    sides[2] = sides[2] || occluded[i * n];
    sides[3] = sides[3] || occluded[i * n + n - 1];
  }
  if (std::count(sides, sides + 4, true) < kSidesOfTiles) return false;
  const std::vector<double> backgrounds =
      cell_backgrounds(grey, image_from_board, n, PointRank::middle);
  std::vector<double> others, unobserved;
  for (int cell = 0; cell < occluded.size(); ++cell)
    if (const double its = backgrounds[static_cast<std::size_t>(cell)]; its >= 0)
      (occluded[cell] ? unobserved : others).push_back(its);
  if (others.empty() || unobserved.empty()) return false;
  const double low = quantile(others, kOuterShare);
  const double high = quantile(others, 1 - kOuterShare);
  const auto among = std::count_if(unobserved.begin(), unobserved.end(), [&](double level) {
    return level * kBeyond >= low && level <= high * kBeyond;
  });
  return high <= kSameTone * low &&
         static_cast<double>(among) >= kBlankShare * static_cast<double>(unobserved.size());
}

}  // namespace gridlens
