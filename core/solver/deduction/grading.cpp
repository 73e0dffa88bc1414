#include "core/solver/deduction/grading.h"

#include <algorithm>

namespace gridlens {

namespace {

std::optional<Deduction> easiest(const CandidateBoard& board, Technique limit = Technique::search) {
  std::optional<Deduction> found;
  for (const Technique technique : all_techniques()) {
    if (technique > limit) break;
    find_deductions(board, technique, [&](Deduction deduction) {
      found = std::move(deduction);
      return true;
    });
    if (found) break;
  }
  return found;
}

std::optional<Deduction> find_single(const CandidateBoard& board) {
  std::optional<Deduction> found;
  for (const Technique technique : {Technique::hidden_single, Technique::naked_single})
    if (find_deductions(board, technique, [&](Deduction deduction) {
          found = std::move(deduction);
          return true;
        }))
      break;
  return found;
}

// The easiest step after which a cell can be filled in, with that cell.
struct Opening {
  Deduction step;
  Deduction single;
};

std::optional<Opening> find_opening(CandidateBoard& board) {
  std::optional<Opening> found;
  for (const Technique technique : all_techniques()) {
    if (find_deductions(board, technique, [&](Deduction step) {
          const CandidateBoard::Mark mark = board.mark();
          std::optional<Deduction> single;
          if (apply(step, board)) single = find_single(board);
          board.undo(mark);
          if (single) found = Opening{std::move(step), std::move(*single)};
          return found.has_value();
        }))
      break;
  }
  return found;
}

}  // namespace

const char* grade_name(Grade grade) {
  switch (grade) {
    case Grade::easy:
      return "easy";
    case Grade::medium:
      return "medium";
    case Grade::hard:
      return "hard";
    case Grade::expert:
      return "expert";
    case Grade::extreme:
      return "extreme";
  }
  return "";
}

Grade grade_of(Technique hardest) {
  if (hardest <= Technique::naked_single) return Grade::easy;
  if (hardest <= Technique::hidden_pair) return Grade::medium;
  if (hardest <= Technique::hidden_quad) return Grade::hard;
  if (hardest <= Technique::jellyfish) return Grade::expert;
  return Grade::extreme;
}

LogicalSolution solve_logically(const Rules& rules, const Grid& givens, const std::stop_token& stop,
                                Technique limit) {
  LogicalSolution solution;
  CandidateBoard board(rules);
  if (!board.start(givens)) {
    solution.contradiction = true;
    return solution;
  }
  while (!board.is_solved() && !stop.stop_requested()) {
    std::optional<Deduction> step = easiest(board, limit);
    if (!step) {
      solution.hardest = Technique::search;
      return solution;
    }
    solution.hardest = std::max(solution.hardest, step->technique);
    if (!apply(*step, board)) {
      solution.contradiction = true;
      return solution;
    }
    solution.steps.push_back(std::move(*step));
  }
  solution.solved = board.is_solved();
  return solution;
}

std::optional<Hint> find_hint(const Rules& rules, const Grid& grid,
                              const std::vector<std::string>& symbols) {
  CandidateBoard board(rules, symbols);
  if (!board.start(grid)) return std::nullopt;
  Hint hint;
  const auto add = [&](Deduction step) {
    hint.technique = std::max(hint.technique, step.technique);
    if (!hint.reason.empty()) hint.reason += "; then ";
    hint.reason += step.reason;
    hint.steps.push_back(std::move(step));
  };
  while (true) {
    if (auto single = find_single(board)) {
      hint.placed = single->placed[0];
      add(std::move(*single));
      return hint;
    }
    // Most often one step opens a cell; take that one, not the easiest that leads nowhere yet.
    std::optional<Deduction> step;
    if (auto opening = find_opening(board))
      step = std::move(opening->step);
    else
      step = easiest(board);
    if (!step || !apply(*step, board)) return std::nullopt;
    add(std::move(*step));
  }
}

}  // namespace gridlens
