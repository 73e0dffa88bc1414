#include "core/reading/solved_sets.h"

#include <algorithm>

namespace gridlens {

namespace {

// Every clue of `clues` stands in `in` as well.
bool contained(const Grid& clues, const Grid& in) {
  const auto& a = clues.values();
  const auto& b = in.values();
  for (size_t i = 0; i < a.size(); ++i)
    if (a[i] != 0 && a[i] != b[i]) return false;
  return true;
}

}  // namespace

std::optional<SolvedSets::Answer> SolvedSets::infer(const Grid& clues) const {
  for (const Unique& known : unique_) {
    if (!contained(known.clues, clues)) continue;
    if (contained(clues, known.solution)) return Answer{SolveState::unique, known.solution};
    return Answer{SolveState::none, {}};
  }
  for (const Grid& known : none_)
    if (contained(known, clues)) return Answer{SolveState::none, {}};
  int fitting = 0;
  for (const Grid& solution : solutions_)
    if (contained(clues, solution) && ++fitting == 2) return Answer{SolveState::multiple, {}};
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
