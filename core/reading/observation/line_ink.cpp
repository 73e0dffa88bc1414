#include "core/reading/observation/line_ink.h"

#include <algorithm>
#include <array>
#include <map>

#include "core/image/statistics.h"
#include "core/reading/observation/regions.h"

namespace gridlens {

namespace {

// Of a line's pieces a quarter has more ink than what is usual for it: a note may cover most of the
// others. A piece can be missed where that is so much, pixels of full ink; missing is what has less
// than a share of it, and less than a thin line: one beside the thick lines of cages is not
// missing.
constexpr double kUsualShare = 0.75;
constexpr double kLeastLineInk = 0.18;
constexpr double kMissing = 0.25;
constexpr double kThinLine = 0.3;
// A piece or two are missed now and then, more of them only in one place.
constexpr int kFewestTogether = 3;
constexpr double kNoBorder = 0.6;     // of a side's pieces: boards without a border have none
constexpr double kMostWithout = 0.5;  // of the cells
constexpr int kFewestSides = 3;       // of a cell, whose lines would be seen

using Piece = CellBorders::Place;  // along one side of a cell

// The lattice points at its ends.
std::array<int, 2> ends_of(const Piece& piece, int n) {
  const int from =
      piece.between_columns ? piece.cell * (n + 1) + piece.line : piece.line * (n + 1) + piece.cell;
  return {from, from + (piece.between_columns ? n + 1 : 1)};
}

}  // namespace

bool LineInk::Line::is_faint() const {
  return usual < kLeastLineInk;
}

bool LineInk::Line::is_missing(int cell) const {
  return !is_faint() && inks[static_cast<size_t>(cell)] < std::min(kMissing * usual, kThinLine);
}

LineInk::LineInk(const InkMap& ink) : n_(ink.n) {
  for (const bool column_line : {false, true})
    for (int number = 0; number <= n_; ++number) {
      Line& line = lines_.emplace_back();
      for (int cell = 0; cell < n_; ++cell)
        line.inks.push_back(
            ink_across(ink.ink, {column_line, number, cell}, -kLineReach, kLineReach));
      line.usual = quantile(line.inks, kUsualShare);
    }
}

CellFlags LineInk::cells_without_lines() const {
  const int n = n_;
  const CellFlags none(n * n);
  std::vector<Piece> missing;
  for (const bool column_line : {false, true})
    for (int line = 0; line <= n; ++line) {
      std::vector<Piece> its;
      for (int cell = 0; cell < n; ++cell)
        if (at(column_line, line).is_missing(cell)) its.push_back({column_line, line, cell});
      const bool border = line == 0 || line == n;
      if (border && static_cast<double>(its.size()) > kNoBorder * n) continue;
      missing.insert(missing.end(), its.begin(), its.end());
    }
  // Pieces that meet belong together.
  DisjointSets points((n + 1) * (n + 1));
  for (const Piece& piece : missing) points.join(ends_of(piece, n)[0], ends_of(piece, n)[1]);
  const auto group_of = [&](const Piece& piece) { return points.of(ends_of(piece, n)[0]); };
  std::map<int, int> together;
  for (const Piece& piece : missing) ++together[group_of(piece)];
  CellFlags without = none;
  for (const Piece& piece : missing) {
    if (together[group_of(piece)] < kFewestTogether) continue;
    for (const int across : {piece.line - 1, piece.line}) {
      if (across < 0 || across >= n) continue;
      without[piece.between_columns ? piece.cell * n + across : across * n + piece.cell] = true;
    }
  }
  return count_of(without) > kMostWithout * n * n ? none : without;
}

CellMap<double> LineInk::clarity() const {
  CellMap<double> clarity(n_ * n_, 1.0);
  for (int row = 0; row < n_; ++row)
    for (int col = 0; col < n_; ++col) {
      int sides = 0;
      double shown = 0;
      const auto add = [&](const Line& line, int cell) {
        if (line.is_faint()) return;
        ++sides;
        shown += std::min(1.0, line.inks[static_cast<size_t>(cell)] / line.usual);
      };
      for (const int side : {0, 1}) {
        add(at(true, col + side), row);
        add(at(false, row + side), col);
      }
      if (sides >= kFewestSides) clarity[row * n_ + col] = shown / sides;
    }
  return clarity;
}

}  // namespace gridlens
