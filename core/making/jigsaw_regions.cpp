#include "core/making/jigsaw_regions.h"

#include <algorithm>
#include <cmath>
#include <map>

namespace gridlens {

namespace {

constexpr int kSwapsACell = 6;
constexpr int kTriesASwap = 40;  // most pairs of cells cannot be swapped

class Regions {
 public:
  Regions(Shape shape, Draw& draw)
      : n_(shape.n()), draw_(draw), regions_(static_cast<std::size_t>(shape.cells())) {
    for (int cell = 0; cell < shape.cells(); ++cell)
      of(cell) = static_cast<std::uint8_t>(shape.box_of(cell / n_, cell % n_));
  }

  // Two neighbouring regions give each other a cell, if both stay connected and compact.
  bool swap() {
    const int given = any_cell();
    const std::vector<int> across = neighbours(given);
    const std::uint8_t from = of(given), to = of(across[draw_.below(across.size())]);
    if (from == to) return false;
    std::vector<int> border;  // of the other region
    for (int cell = 0; cell < n_ * n_; ++cell)
      if (of(cell) == to && touches(cell, from)) border.push_back(cell);
    const int taken = border[draw_.below(border.size())];
    const int least_from = std::min(least_edges(), edges_inside(from));
    const int least_to = std::min(least_edges(), edges_inside(to));
    of(given) = to;
    of(taken) = from;
    if (edges_inside(from) >= least_from && edges_inside(to) >= least_to && connected(given) &&
        connected(taken))
      return true;
    of(given) = from;
    of(taken) = to;
    return false;
  }

  [[nodiscard]] std::vector<std::uint8_t> numbered() const {
    std::map<std::uint8_t, std::uint8_t> numbers;
    std::vector<std::uint8_t> regions = regions_;
    for (std::uint8_t& region : regions)
      region = numbers.emplace(region, static_cast<std::uint8_t>(numbers.size())).first->second;
    return regions;
  }

 private:
  std::uint8_t& of(int cell) { return regions_[static_cast<std::size_t>(cell)]; }
  int any_cell() { return static_cast<int>(draw_.below(regions_.size())); }

  // Between neighbouring cells of a region that a person sees as one: halfway from a string of
  // cells to a square of them.
  [[nodiscard]] int least_edges() const {
    const int square = static_cast<int>(2 * n_ - 2 * std::sqrt(n_));
    return (n_ - 1 + square) / 2;
  }

  [[nodiscard]] std::vector<int> neighbours(int cell) const {
    std::vector<int> cells;
    if (cell % n_ > 0) cells.push_back(cell - 1);
    if (cell % n_ + 1 < n_) cells.push_back(cell + 1);
    if (cell >= n_) cells.push_back(cell - n_);
    if (cell + n_ < n_ * n_) cells.push_back(cell + n_);
    return cells;
  }

  bool touches(int cell, std::uint8_t region) {
    const std::vector<int> around = neighbours(cell);
    return std::any_of(around.begin(), around.end(), [&](int next) { return of(next) == region; });
  }

  int edges_inside(std::uint8_t region) {
    int edges = 0;
    for (int cell = 0; cell < n_ * n_; ++cell)
      if (of(cell) == region)
        for (const int next : neighbours(cell)) edges += next > cell && of(next) == region ? 1 : 0;
    return edges;
  }

  // The region of that cell.
  bool connected(int start) {
    std::vector<int> reached{start};
    for (std::size_t at = 0; at < reached.size(); ++at)
      for (const int next : neighbours(reached[at]))
        if (of(next) == of(start) &&
            std::find(reached.begin(), reached.end(), next) == reached.end())
          reached.push_back(next);
    return static_cast<int>(reached.size()) == n_;
  }

  int n_;
  Draw& draw_;
  std::vector<std::uint8_t> regions_;
};

}  // namespace

std::vector<std::uint8_t> draw_regions(Shape shape, Draw& draw) {
  Regions regions(shape, draw);
  const int wanted = kSwapsACell * shape.cells();
  for (int tries = wanted * kTriesASwap, done = 0; tries > 0 && done < wanted; --tries)
    if (regions.swap()) ++done;
  return regions.numbered();
}

}  // namespace gridlens
