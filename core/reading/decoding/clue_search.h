#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "core/puzzle/grid.h"
#include "core/puzzle/rules.h"
#include "core/reading/decoding/cell_choices.h"
#include "core/reading/decoding/search_budget.h"
#include "core/solver/solver.h"

namespace gridlens {

struct ClueSearchOptions {
  // Log-odds that a printed puzzle, against one with exactly one solution, is of such a kind.
  double multiple_penalty = 6;
  double unobserved_penalty = 3;  // in its place where cells were never seen: a clue may lie there
  double none_penalty = 7;
  double clash_penalty = 8;       // one clash
  double more_clash_penalty = 4;  // each further one that shares no cell with the others
  // Of the log-odds that something that is no clue looks by chance like the solution's value.
  double chance_agreement_share = 0.8;
  double enough_margin = 5;    // margins are told up to this
  double doubtful_margin = 4;  // sets so near the best one make the cells that differ doubtful
  double most_cost = 25;       // sets less likely than this against the best guess are not tried
  int most_sets = 4000;        // looked at (clashes cost little)
  int most_solves = 120;       // handed to the solver
  std::uint64_t nodes_a_solve = 3000;  // the solver's budget for each
};

// A set of clues with what the rules say about it.
struct ClueSet {
  Grid clues;
  SolveState state = SolveState::budget;
  double cost = 0;   // log-probability given up against the likeliest value in every cell, >= 0
  double score = 0;  // -cost less the penalty of its state and shape
  double chance_agreement =
      0;  // part of it: marks left out that look like what the solution has there
  std::optional<Grid> solution;  // the only one, with state unique
};

struct ClueSearchResult {
  ClueSet best;
  // Distance in score to the best different set, at most ClueSearchOptions::enough_margin. Where
  // the budget ended the search, the distance to what may still have been found.
  double margin = 0;
  std::vector<int> doubtful;  // cells where the best set and sets within the margin differ
};

// The most likely set of clues, where being consistent and having exactly one solution is strong
// prior evidence but no law. A* search over the less likely values of doubtful cells. The estimate
// is what it costs at least to mend or to bear the clashes of a set. A set with a clash is only
// changed in the clashing cells. `log_shape_prior` is added to the score.
//
// Whether a digit that agrees with the solution is a printed clue or a handwritten entry makes no
// difference to the solution. Sets that differ in that alone are not searched, and the margin is
// not over them: the kinds' own odds tell.
class ClueSearch {
 public:
  ClueSearch(Shape shape, const ClueSearchOptions& options = {});
  ClueSearchResult run(const CellChoices& choices, double log_shape_prior, SearchBudget& budget);

  // The solution of clues that have exactly one; nullopt, too, where the budget does not suffice.
  std::optional<Grid> only_solution(const Grid& clues, SearchBudget& budget);

 private:
  class Run;

  SolveResult solve(const Grid& clues, SearchBudget& budget);

  Rules rules_;
  Solver solver_;
  ClueSearchOptions options_;
};

}  // namespace gridlens
