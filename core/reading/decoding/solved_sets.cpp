#include "core/reading/decoding/solved_sets.h"

#include <algorithm>

namespace gridlens {

std::optional<SolvedSets::Answer> SolvedSets::infer(const Grid& clues) const {
  for (const Unique& known : unique_) {
    if (!known.clues.is_within(clues)) continue;
    if (clues.is_within(known.solution)) return Answer{SolveState::unique, known.solution};
    return Answer{SolveState::none, {}};
  }
  for (const Grid& known : none_)
    if (known.is_within(clues)) return Answer{SolveState::none, {}};
  int fitting = 0;
  for (const Grid& solution : solutions_)
    if (clues.is_within(solution) && ++fitting == 2) return Answer{SolveState::multiple, {}};
  return std::nullopt;
}

SolvedSets::Answer SolvedSets::learn(const Grid& clues, const SolveResult& result) {
  for (const Grid& solution : result.solutions)
    if (std::find(solutions_.begin(), solutions_.end(), solution) == solutions_.end())
      solutions_.push_back(solution);
  if (result.state == SolveState::none) none_.push_back(clues);
  if (result.state != SolveState::unique) return {result.state, {}};
  unique_.push_back({clues, result.solutions.front()});
  return {result.state, result.solutions.front()};
}

}  // namespace gridlens
