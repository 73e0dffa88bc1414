#include "core/reading/observation/missing_lines.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <numeric>

#include "core/image/statistics.h"

namespace gridlens {

namespace {

constexpr int kReach = 4;       // pixels on either side of a line that are summed
constexpr int kFromCorner = 5;  // pixels left out at the ends of a piece
// Of a line's pieces a quarter has more ink than what is usual for it: a note may cover most of the
// others. A piece can be missed where that is so much, pixels of full ink; missing is what has less
// than a share of it. (A thin line beside thick ones is not missing.)
constexpr double kUsualShare = 0.75;
constexpr double kLeastLineInk = 0.18;
constexpr double kMissing = 0.25;
// A piece or two are missed now and then, more of them only in one place.
constexpr int kFewestTogether = 3;
constexpr double kNoBorder = 0.6;     // of a side's pieces: boards without a border have none
constexpr double kMostWithout = 0.5;  // of the cells

// A piece of line along one side of a cell.
struct Piece {
  bool column_line;
  int line, cell;

  // The lattice points at its ends.
  [[nodiscard]] std::array<int, 2> ends(int n) const {
    const int from = column_line ? cell * (n + 1) + line : line * (n + 1) + cell;
    return {from, from + (column_line ? n + 1 : 1)};
  }
};

// Ink across a piece, the median along it; of the border's lines only what the rectified board
// shows.
double ink_of(const cv::Mat& ink, const Piece& piece) {
  std::array<int, RectifiedBoard::kCellPx - 2 * kFromCorner> across{};
  for (size_t i = 0; i < across.size(); ++i) {
    const int along = RectifiedBoard::line_px(piece.cell) + kFromCorner + static_cast<int>(i);
    for (int off = -kReach; off <= kReach; ++off) {
      const int at = RectifiedBoard::line_px(piece.line) + off;
      if (at < 0 || at >= ink.cols) continue;
      across[i] +=
          piece.column_line ? ink.at<std::uint8_t>(along, at) : ink.at<std::uint8_t>(at, along);
    }
  }
  return static_cast<double>(nth_smallest(across, across.size() / 2)) / InkMap::kFullInk;
}

int root(std::vector<int>& parent, int point) {
  while (parent[static_cast<size_t>(point)] != point)
    point = parent[static_cast<size_t>(point)] =
        parent[static_cast<size_t>(parent[static_cast<size_t>(point)])];
  return point;
}

}  // namespace

CellFlags cells_without_lines(const InkMap& ink) {
  const int n = ink.n;
  const CellFlags none(n * n);
  std::vector<Piece> missing;
  for (const bool column_line : {false, true})
    for (int line = 0; line <= n; ++line) {
      std::vector<double> inks;
      for (int cell = 0; cell < n; ++cell)
        inks.push_back(ink_of(ink.ink, {column_line, line, cell}));
      const double usual = quantile(inks, kUsualShare);
      if (usual < kLeastLineInk) continue;
      const auto is_missing = [&](double its) { return its < kMissing * usual; };
      const auto gone = std::count_if(inks.begin(), inks.end(), is_missing);
      if ((line == 0 || line == n) && static_cast<double>(gone) > kNoBorder * n) continue;
      for (int cell = 0; cell < n; ++cell)
        if (is_missing(inks[static_cast<size_t>(cell)]))
          missing.push_back({column_line, line, cell});
    }
  // Pieces that meet belong together.
  std::vector<int> parent(static_cast<size_t>((n + 1) * (n + 1)));
  std::iota(parent.begin(), parent.end(), 0);
  for (const Piece& piece : missing) {
    const auto [a, b] = piece.ends(n);
    parent[static_cast<size_t>(root(parent, a))] = root(parent, b);
  }
  const auto group_of = [&](int point) { return static_cast<size_t>(root(parent, point)); };
  std::vector<int> together(parent.size(), 0);
  for (const Piece& piece : missing) ++together[group_of(piece.ends(n)[0])];
  CellFlags without = none;
  for (const Piece& piece : missing) {
    if (together[group_of(piece.ends(n)[0])] < kFewestTogether) continue;
    for (const int across : {piece.line - 1, piece.line}) {
      if (across < 0 || across >= n) continue;
      without[piece.column_line ? piece.cell * n + across : across * n + piece.cell] = true;
    }
  }
  return count_of(without) > kMostWithout * n * n ? none : without;
}

}  // namespace gridlens
