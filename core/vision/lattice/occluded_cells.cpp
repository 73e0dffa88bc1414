#include "core/vision/lattice/occluded_cells.h"

#include <algorithm>
#include <cstddef>

#include "core/image/statistics.h"

namespace gridlens {

namespace {

constexpr double kMinSeenAround = 0.95;  // of the segments of cells that are not occluded
constexpr double kMostOccluded = 0.4;    // of the cells
constexpr double kMinBorderShare = 0.4;
constexpr double kLineDepth = 0.5;  // of the usual line's: a line that lies a little aside

}  // namespace

CellFlags unobserved_cells(const std::vector<LatticeSample>& samples, int n) {
  CellMap<int> seen_sides(n * n);
  for (const LatticeSample& s : samples) {
    if (!s.reading.seen && !s.reading.at_ends && !s.reading.step) continue;
    for (const int cell : cell_numbers_beside(s.segment, n))
      if (cell >= 0) ++seen_sides[cell];
  }
  CellFlags unobserved;
  for (const int sides : seen_sides) unobserved.push_back(sides <= 1);
  return unobserved;
}

CellFlags occluded_cells(const std::vector<LatticeSample>& samples, int n) {
  CellFlags occluded(n * n);
  const double line_depth = kLineDepth * median(seen_depths(samples));
  // What is no line where one is expected, nor near it.
  const auto is_covered = [line_depth](const LatticeSample& s) {
    return s.reading.inside && !s.reading.seen && !s.reading.at_ends && !s.reading.step &&
           s.reading.depth < line_depth;
  };
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
      const auto [before, after] = cell_numbers_beside(s.segment, n);
      for (const auto& [from, to] : {std::pair(before, after), std::pair(after, before)}) {
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
    for (const int cell : cell_numbers_beside(s.segment, n))
      touched = touched || (cell >= 0 && occluded[cell]);
    if (touched) continue;
    ++around;
    seen += !is_covered(s);
  }
  if (seen < kMinSeenAround * around) return {};
  return occluded;
}

}  // namespace gridlens
