#include "core/play/puzzle_study.h"

#include "core/solver/deduction/grading.h"

namespace gridlens {

namespace {

constexpr std::chrono::seconds kPatience{10};  // as `solve` has
constexpr int kLargestGraded = 16;             // boards above take a person's patience

}  // namespace

PuzzleStudy study_puzzle(const Rules& rules, const Grid& givens, const std::stop_token& stop) {
  SolveOptions options;
  options.time = kPatience;
  options.stop = stop;
  const SolveResult solved = Solver(rules).solve(givens, options);
  PuzzleStudy study;
  study.state = solved.state;
  if (!solved.solutions.empty()) study.solution = solved.solutions.front();
  if (!study.unique() || rules.n() > kLargestGraded) return study;
  const LogicalSolution logical = solve_logically(rules, givens, stop);
  if (!stop.stop_requested()) study.grade = grade_name(grade_of(logical.hardest));
  return study;
}

}  // namespace gridlens
