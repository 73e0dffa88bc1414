#pragma once

#include <optional>
#include <vector>

#include "core/puzzle/grid.h"
#include "core/solver/solver.h"

namespace gridlens {

// What the solver said about sets of clues of one board, to answer for sets like them without it.
// Answered are a set that holds all clues of one with a single solution (or none) and a few more,
// and one that two known solutions fit.
class SolvedSets {
 public:
  struct Answer {
    SolveState state = SolveState::budget;
    std::optional<Grid> solution;  // with state unique
  };

  // nullopt: ask the solver. The clues must not clash.
  [[nodiscard]] std::optional<Answer> infer(const Grid& clues) const;
  Answer learn(const Grid& clues, const SolveResult& result);

 private:
  struct Unique {
    Grid clues;
    Grid solution;
  };
  std::vector<Unique> unique_;
  std::vector<Grid> none_;
  std::vector<Grid> solutions_;  // all different
};

}  // namespace gridlens
