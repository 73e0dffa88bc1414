#include <bit>

#include "core/solver/deduction/deduction_finders.h"
#include "core/solver/deduction/deduction_words.h"

namespace gridlens {

// A cell of x or y sees one of x or z and one of y or z: one of the two is z.
bool find_xy_wings(const CandidateBoard& board, const DeductionSink& sink) {
  std::vector<int> twos;
  for (int cell = 0; cell < board.cells(); ++cell)
    if (!board.is_placed(cell) && std::popcount(board.values_at(cell)) == 2) twos.push_back(cell);
  for (const int pivot : twos) {
    const std::uint64_t xy = board.values_at(pivot);
    for (size_t i = 0; i < twos.size(); ++i) {
      const int a = twos[i];
      const std::uint64_t xz = board.values_at(a);
      if (std::popcount(xy & xz) != 1 || !board.peers(pivot).has(a)) continue;
      const std::uint64_t z = xz & ~xy;
      for (size_t j = i + 1; j < twos.size(); ++j) {
        const int b = twos[j];
        if (board.values_at(b) != ((xy & ~xz) | z) || !board.peers(pivot).has(b)) continue;
        CellSet seen = board.peers(a);
        seen.intersect(board.peers(b));
        const int value = std::countr_zero(z) + 1;
        std::vector<Candidate> removed = live_candidates(board, seen.cells(), value);
        if (removed.empty()) continue;
        const auto with_values = [&](int cell) {
          return board.name(cell) + " (" + list_of_values(board, board.values_at(cell), " or ") +
                 ")";
        };
        if (sink({Technique::xy_wing,
                  {},
                  std::move(removed),
                  "whichever " + with_values(pivot) + " holds, " + with_values(a) + " or " +
                      with_values(b) + " is " + board.symbol(value) +
                      ", so no cell that sees both is",
                  {pivot, a, b},
                  {}}))
          return true;
      }
    }
  }
  return false;
}

namespace {

// The cells of one value that are linked by units with just two places for it, in two colours: all
// of one colour hold the value, or all of the other.
struct Colouring {
  std::vector<int> cells[2];
};

std::vector<Colouring> colourings_of(const CandidateBoard& board, int value) {
  std::vector<std::vector<int>> links(static_cast<size_t>(board.cells()));
  for (int unit = 0; unit < board.unit_count(); ++unit) {
    const std::uint64_t places = board.places_in(unit, value);
    if (std::popcount(places) != 2) continue;
    const int a = board.unit_cells(unit)[static_cast<size_t>(std::countr_zero(places))];
    const int b = board.unit_cells(unit)[static_cast<size_t>(63 - std::countl_zero(places))];
    links[static_cast<size_t>(a)].push_back(b);
    links[static_cast<size_t>(b)].push_back(a);
  }
  std::vector<Colouring> found;
  std::vector<int> colour(links.size(), -1);
  for (int start = 0; start < board.cells(); ++start) {
    if (links[static_cast<size_t>(start)].empty() || colour[static_cast<size_t>(start)] >= 0)
      continue;
    Colouring colouring;
    std::vector<int> open{start};
    colour[static_cast<size_t>(start)] = 0;
    while (!open.empty()) {
      const int cell = open.back();
      open.pop_back();
      const int own = colour[static_cast<size_t>(cell)];
      colouring.cells[own].push_back(cell);
      for (const int other : links[static_cast<size_t>(cell)])
        if (colour[static_cast<size_t>(other)] < 0) {
          colour[static_cast<size_t>(other)] = 1 - own;
          open.push_back(other);
        }
    }
    found.push_back(std::move(colouring));
  }
  return found;
}

CellSet seen_by(const CandidateBoard& board, const std::vector<int>& cells) {
  CellSet seen(board.cells());
  for (const int cell : cells) seen.unite(board.peers(cell));
  return seen;
}

}  // namespace

bool find_simple_colourings(const CandidateBoard& board, const DeductionSink& sink) {
  for (int value = 1; value <= board.n(); ++value)
    for (const Colouring& colouring : colourings_of(board, value)) {
      const CellSet seen[2] = {seen_by(board, colouring.cells[0]),
                               seen_by(board, colouring.cells[1])};
      const std::string either = "either " + list_of_cells(board, colouring.cells[0]) + " or " +
                                 list_of_cells(board, colouring.cells[1]) + " hold the " +
                                 board.symbol(value) + "s";
      std::vector<int> all = colouring.cells[0];
      all.insert(all.end(), colouring.cells[1].begin(), colouring.cells[1].end());
      for (const int c : {0, 1})
        for (const int cell : colouring.cells[c]) {
          if (!seen[c].has(cell)) continue;
          if (sink(
                  {Technique::simple_colouring,
                   {},
                   live_candidates(board, colouring.cells[c], value),
                   either + ", but two of the " + (c == 0 ? "first" : "second") + " see each other",
                   all,
                   {}}))
            return true;
          break;
        }
      CellSet both = seen[0];
      both.intersect(seen[1]);
      std::vector<int> outside;
      CellSet own(board.cells());
      for (const int cell : all) own.add(cell);
      for (const int cell : both.cells())
        if (!own.has(cell)) outside.push_back(cell);
      std::vector<Candidate> removed = live_candidates(board, outside, value);
      if (removed.empty()) continue;
      if (sink({Technique::simple_colouring,
                {},
                std::move(removed),
                either + ", so no cell that sees some of both does",
                all,
                {}}))
        return true;
    }
  return false;
}

}  // namespace gridlens
