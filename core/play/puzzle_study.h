#pragma once

#include <optional>
#include <stop_token>
#include <string>

#include "core/puzzle/grid.h"
#include "core/puzzle/rules.h"
#include "core/solver/solver.h"

namespace gridlens {

// What a puzzle's givens lead to, as a game needs it.
struct PuzzleStudy {
  SolveState state = SolveState::budget;
  std::optional<Grid> solution;  // the only one; of several, the first that was found
  std::string grade;             // of `solve --grade`; empty: not one solution, or above 16x16
  [[nodiscard]] bool unique() const { return state == SolveState::unique; }
};

// Solves and grades on the calling thread, for ten seconds at most. `stop` ends it soon, with
// SolveState::budget.
PuzzleStudy study_puzzle(const Rules& rules, const Grid& givens, const std::stop_token& stop = {});

}  // namespace gridlens
