#include "core/reading/observation/missing_lines.h"

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

using Piece = CellBorders::Place;  // along one side of a cell

// The lattice points at its ends.
std::array<int, 2> ends_of(const Piece& piece, int n) {
  const int from =
      piece.between_columns ? piece.cell * (n + 1) + piece.line : piece.line * (n + 1) + piece.cell;
  return {from, from + (piece.between_columns ? n + 1 : 1)};
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
        inks.push_back(ink_across(ink.ink, {column_line, line, cell}, -kLineReach, kLineReach));
      const double usual = quantile(inks, kUsualShare);
      if (usual < kLeastLineInk) continue;
      const auto is_missing = [&](double its) {
        return its < std::min(kMissing * usual, kThinLine);
      };
      const auto gone = std::count_if(inks.begin(), inks.end(), is_missing);
      if ((line == 0 || line == n) && static_cast<double>(gone) > kNoBorder * n) continue;
      for (int cell = 0; cell < n; ++cell)
        if (is_missing(inks[static_cast<size_t>(cell)]))
          missing.push_back({column_line, line, cell});
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

}  // namespace gridlens
