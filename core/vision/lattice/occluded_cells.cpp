#include "core/vision/lattice/occluded_cells.h"

#include <algorithm>
#include <cstddef>

#include "core/image/statistics.h"

namespace gridlens {

namespace {

constexpr double kMinSeenAround = 0.95;  // of the segments of cells that are not occluded
constexpr double kMostOccluded = 0.4;    // of the cells
constexpr double kMinBorderShare = 0.4;

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
    if (!s.reading.seen && !s.reading.at_ends && !s.reading.step) continue;
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

}  // namespace gridlens
