#include "core/vision/hidden_cells.h"

#include <cstddef>

namespace gridlens {

namespace {

constexpr double kMinSeenAround = 0.9;  // of the segments of cells that are not covered
constexpr double kMostCovered = 0.4;    // of the cells

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

// Of the flagged cells, those that hang together with one at the border.
std::vector<std::uint8_t> reaching_the_border(const std::vector<std::uint8_t>& flagged, int n) {
  std::vector<std::uint8_t> kept(flagged.size(), 0);
  std::vector<int> open;
  const auto visit = [&](int row, int col) {
    if (row < 0 || col < 0 || row >= n || col >= n) return;
    const auto cell = static_cast<std::size_t>(row * n + col);
    if (flagged[cell] == 0 || kept[cell] != 0) return;
    kept[cell] = 1;
    open.push_back(row * n + col);
  };
  for (int i = 0; i < n; ++i) {
    visit(0, i);
    visit(n - 1, i);
    visit(i, 0);
    visit(i, n - 1);
  }
  while (!open.empty()) {
    const int row = open.back() / n;
    const int col = open.back() % n;
    open.pop_back();
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx) visit(row + dy, col + dx);
  }
  return kept;
}

}  // namespace

std::vector<std::uint8_t> hidden_cells(const std::vector<LatticeSample>& samples, int n) {
  std::vector<int> seen_sides(static_cast<std::size_t>(n * n), 0);
  for (const LatticeSample& s : samples) {
    if (!s.reading.seen) continue;
    for (const int cell : sides_of(s.segment, n).cells)
      if (cell >= 0) ++seen_sides[static_cast<std::size_t>(cell)];
  }
  std::vector<std::uint8_t> hidden;
  hidden.reserve(seen_sides.size());
  for (const int sides : seen_sides) hidden.push_back(sides <= 1 ? 1 : 0);
  return hidden;
}

std::vector<std::uint8_t> covered_cells(const std::vector<LatticeSample>& samples, int n) {
  std::vector<std::uint8_t> covered = reaching_the_border(hidden_cells(samples, n), n);
  std::size_t count = 0;
  for (const std::uint8_t flag : covered) count += flag;
  if (count == 0 || static_cast<double>(count) > kMostCovered * n * n) return {};
  int around = 0, seen = 0;
  for (const LatticeSample& s : samples) {
    if (!s.reading.inside) continue;
    bool touched = false;
    for (const int cell : sides_of(s.segment, n).cells)
      touched = touched || (cell >= 0 && covered[static_cast<std::size_t>(cell)] != 0);
    if (touched) continue;
    ++around;
    seen += s.reading.seen || s.reading.step;
  }
  if (seen < kMinSeenAround * around) return {};
  return covered;
}

}  // namespace gridlens
