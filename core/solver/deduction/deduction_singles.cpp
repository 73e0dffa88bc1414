#include <algorithm>
#include <bit>
#include <utility>

#include "core/solver/deduction/deduction_finders.h"
#include "core/solver/deduction/deduction_words.h"

namespace gridlens {

namespace {

// Written cells of the value that see an empty cell of the unit other than `cell`.
std::vector<int> blockers(const CandidateBoard& board, int unit, int cell, int value) {
  CellSet seen_from(board.cells());
  for (const int other : board.unit_cells(unit))
    if (other != cell && !board.is_placed(other)) seen_from.unite(board.peers(other));
  std::vector<int> found;
  for (const int other : seen_from.cells())
    if (board.is_placed(other) && board.has({other, value})) found.push_back(other);
  return found;
}

// The units of the cell that hold some of the others.
std::vector<int> units_with(const CandidateBoard& board, int cell, const std::vector<int>& others) {
  std::vector<int> units;
  for (int unit = 0; unit < board.unit_count(); ++unit) {
    const std::vector<int>& own = board.unit_cells(unit);
    const auto holds = [&](int c) { return std::find(own.begin(), own.end(), c) != own.end(); };
    if (holds(cell) && std::any_of(others.begin(), others.end(), holds)) units.push_back(unit);
  }
  return units;
}

// For each value that the cell does not hold, a written cell that sees it and does.
std::vector<int> all_others(const CandidateBoard& board, int cell) {
  std::uint64_t told = 0;
  std::vector<int> found;
  for (const int other : board.peers(cell).cells()) {
    if (!board.is_placed(other) || (board.values_at(other) & told) != 0) continue;
    told |= board.values_at(other);
    found.push_back(other);
  }
  return found;
}

}  // namespace

bool find_hidden_singles(const CandidateBoard& board, const DeductionSink& sink) {
  // The last units first: people look at boxes before they look along lines.
  for (int unit = board.unit_count(); unit-- > 0;)
    for (int value = 1; value <= board.n(); ++value) {
      const std::uint64_t places = board.places_in(unit, value);
      if (!std::has_single_bit(places)) continue;
      const int cell = board.unit_cells(unit)[static_cast<size_t>(std::countr_zero(places))];
      if (board.is_placed(cell)) continue;
      if (sink({Technique::hidden_single,
                {{cell, value}},
                {},
                board.unit_name(unit) + " has only one place for " + one_of_value(board, value),
                blockers(board, unit, cell, value),
                {unit}}))
        return true;
    }
  return false;
}

bool find_naked_singles(const CandidateBoard& board, const DeductionSink& sink) {
  for (int cell = 0; cell < board.cells(); ++cell) {
    const std::uint64_t values = board.values_at(cell);
    if (board.is_placed(cell) || !std::has_single_bit(values)) continue;
    const int value = std::countr_zero(values) + 1;
    std::vector<int> others = all_others(board, cell);
    std::vector<int> units = units_with(board, cell, others);
    if (sink({Technique::naked_single,
              {{cell, value}},
              {},
              board.name(cell) + " can hold nothing but " + one_of_value(board, value),
              std::move(others),
              std::move(units)}))
      return true;
  }
  return false;
}

// A cell outside of the unit that sees all of a value's places in the unit cannot hold the value.
// In classic rules those cells lie in a box and a line at once; other units need no other rule.
bool find_locked_candidates(const CandidateBoard& board, const DeductionSink& sink) {
  for (int unit = board.unit_count(); unit-- > 0;)
    for (int value = 1; value <= board.n(); ++value) {
      const std::uint64_t places = board.places_in(unit, value);
      if (std::popcount(places) < 2) continue;
      std::vector<int> cells;
      for (std::uint64_t rest = places; rest != 0; rest &= rest - 1)
        cells.push_back(board.unit_cells(unit)[static_cast<size_t>(std::countr_zero(rest))]);
      CellSet seen = board.peers(cells[0]);
      for (const int cell : cells) seen.intersect(board.peers(cell));
      if (seen.empty()) continue;
      // Cells of the unit itself hold the value no more, or are among its places.
      std::vector<Candidate> removed = live_candidates(board, seen.cells(), value);
      if (removed.empty()) continue;
      std::string reason = "in " + board.unit_name(unit) + " every place for " +
                           one_of_value(board, value) + " (" + list_of_cells(board, cells) +
                           ") sees ";
      std::vector<int> gone;
      for (const Candidate& candidate : removed) gone.push_back(candidate.cell);
      reason += list_of_cells(board, gone);
      std::vector<int> units = units_between(board, cells, removed);
      units.insert(units.begin(), unit);
      if (sink({Technique::locked_candidates,
                {},
                std::move(removed),
                std::move(reason),
                std::move(cells),
                std::move(units)}))
        return true;
    }
  return false;
}

}  // namespace gridlens
