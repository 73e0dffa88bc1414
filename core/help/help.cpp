#include "core/help/help.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "core/solver/deduction/grading.h"

namespace gridlens {

namespace {

int at(const Grid& grid, int cell) {
  return grid.at(cell);
}

void put(Grid& grid, int cell, int value) {
  grid.set(cell, value);
}

std::string symbol_of(const HelpBoard& board, int value) {
  const auto index = static_cast<size_t>(value - 1);
  return index < board.symbols.size() ? board.symbols[index] : std::to_string(value);
}

// "hidden-single" as people write it.
std::string spoken(Technique technique) {
  std::string name = technique_name(technique);
  std::replace(name.begin(), name.end(), '-', ' ');
  return name;
}

bool is_right(const HelpBoard& board, int cell) {
  return board.solution && at(board.entries, cell) == at(*board.solution, cell);
}

// Cells that hold the same value in a unit with the cell, and these units.
struct Proof {
  std::vector<int> cells, units;

  void add(int cell, int unit) {
    if (std::find(cells.begin(), cells.end(), cell) == cells.end()) cells.push_back(cell);
    units.push_back(unit);
  }
};

// `holds`: whether a cell's value counts as surely right.
template <typename Holds>
Proof find_proof(const HelpBoard& board, int cell, const Holds& holds) {
  Proof proof;
  for (size_t u = 0; u < board.rules.units.size(); ++u) {
    const std::vector<int>& cells = board.rules.units[u].cells;
    if (std::find(cells.begin(), cells.end(), cell) == cells.end()) continue;
    for (const int other : cells)
      if (other != cell && holds(other)) proof.add(other, static_cast<int>(u));
  }
  std::sort(proof.cells.begin(), proof.cells.end());
  return proof;
}

Proof given_proof(const HelpBoard& board, int cell) {
  const int value = at(board.entries, cell);
  return find_proof(board, cell, [&](int other) { return at(board.givens, other) == value; });
}

HelpStep wrong_entry(const HelpBoard& board, int cell, Proof proof, bool by_given) {
  HelpStep step;
  step.kind = HelpKind::wrong_entry;
  step.cell = cell;
  step.value = at(board.entries, cell);
  const int n = board.rules.n();
  const std::string symbol = symbol_of(board, step.value);
  step.reason = help_cell_name(cell, n) + " is not " + symbol + ": ";
  if (proof.cells.empty()) {
    step.reason += "that differs from the only solution";
  } else {
    const Unit& unit = board.rules.units[static_cast<size_t>(proof.units[0])];
    const int prover = *std::find_first_of(unit.cells.begin(), unit.cells.end(),
                                           proof.cells.begin(), proof.cells.end());
    step.reason += unit.name + " has its " + symbol + " at " + help_cell_name(prover, n) +
                   (by_given ? ", a given" : "");
  }
  step.because = std::move(proof.cells);
  step.units = std::move(proof.units);
  return step;
}

// The wrong entry of a cell, if the cell holds one.
std::optional<HelpStep> wrong_entry_at(const HelpBoard& board, int cell) {
  const int value = at(board.entries, cell);
  if (value == 0 || is_right(board, cell)) return std::nullopt;
  Proof proof = given_proof(board, cell);
  const bool by_given = !proof.cells.empty();
  if (!board.solution && !by_given) return std::nullopt;
  if (!by_given)
    proof = find_proof(board, cell, [&](int other) {
      return at(board.entries, other) == value && is_right(board, other);
    });
  return wrong_entry(board, cell, std::move(proof), by_given);
}

// What logic may build on: givens and right entries; without a solution, entries without a clash.
Grid believed(const HelpBoard& board) {
  Grid grid = board.givens;
  for (int cell = 0; cell < board.rules.shape.cells(); ++cell) {
    const int value = at(board.entries, cell);
    if (value == 0) continue;
    const bool clashes = !board.solution && !find_proof(board, cell, [&](int other) {
                                               return at(board.givens, other) == value ||
                                                      at(board.entries, other) == value;
                                             }).cells.empty();
    if (board.solution ? is_right(board, cell) : !clashes) put(grid, cell, value);
  }
  return grid;
}

HelpStep step_of(const Deduction& deduction) {
  HelpStep step;
  step.kind = deduction.placed.empty() ? HelpKind::eliminate : HelpKind::place;
  if (!deduction.placed.empty()) {
    step.cell = deduction.placed[0].cell;
    step.value = deduction.placed[0].value;
  }
  step.technique = spoken(deduction.technique);
  step.reason = deduction.reason;
  step.because = deduction.because;
  std::sort(step.because.begin(), step.because.end());
  step.units = deduction.units;
  step.struck = deduction.removed;
  return step;
}

HelpHint hint_of(const Hint& found) {
  HelpHint hint;
  for (const Deduction& deduction : found.steps) hint.how.push_back(step_of(deduction));
  hint.step = hint.how.back();
  hint.step.technique = spoken(found.technique);
  hint.step.reason = found.reason;
  for (const HelpStep& before : hint.how)
    hint.step.struck.insert(hint.step.struck.end(), before.struck.begin(), before.struck.end());
  return hint;
}

// Where logic does not go on: the empty cell with the fewest candidates, from the solution.
std::optional<HelpHint> searched_hint(const HelpBoard& board, const Grid& grid) {
  if (!board.solution) return std::nullopt;
  CandidateBoard candidates(board.rules, board.symbols);
  if (!candidates.start(grid)) return std::nullopt;
  int best = -1, fewest = 0;
  for (int cell = 0; cell < candidates.cells(); ++cell) {
    if (candidates.is_placed(cell)) continue;
    const int count = std::popcount(candidates.values_at(cell));
    if (best >= 0 && count >= fewest) continue;
    best = cell;
    fewest = count;
  }
  if (best < 0) return std::nullopt;
  HelpHint hint;
  hint.step.cell = best;
  hint.step.value = at(*board.solution, best);
  hint.step.technique = spoken(Technique::search);
  hint.step.reason = "no technique known here leads on; of the " + std::to_string(fewest) +
                     " values that " + help_cell_name(best, board.rules.n()) + " may hold, only " +
                     symbol_of(board, hint.step.value) + " leads to a solution";
  return hint;
}

}  // namespace

const char* to_string(HelpKind kind) {
  switch (kind) {
    case HelpKind::place:
      return "place";
    case HelpKind::wrong_entry:
      return "wrong_entry";
    case HelpKind::eliminate:
      return "eliminate";
  }
  return "";
}

std::vector<HelpStep> find_wrong_entries(const HelpBoard& board) {
  std::vector<HelpStep> found;
  for (int cell = 0; cell < board.rules.shape.cells(); ++cell)
    if (auto wrong = wrong_entry_at(board, cell)) found.push_back(std::move(*wrong));
  return found;
}

std::optional<HelpHint> next_hint(const HelpBoard& board) {
  for (int cell = 0; cell < board.rules.shape.cells(); ++cell)
    if (auto wrong = wrong_entry_at(board, cell)) return HelpHint{std::move(*wrong), {}};
  const Grid grid = believed(board);
  if (const auto found = find_hint(board.rules, grid, board.symbols)) return hint_of(*found);
  return searched_hint(board, grid);
}

void carry_out(const HelpStep& step, HelpBoard& board) {
  if (step.cell >= 0) put(board.entries, step.cell, step.kind == HelpKind::place ? step.value : 0);
}

std::string help_cell_name(int cell, int n) {
  return "r" + std::to_string(cell / n + 1) + "c" + std::to_string(cell % n + 1);
}

}  // namespace gridlens
