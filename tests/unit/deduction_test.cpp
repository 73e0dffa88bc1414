#include "core/solver/deduction/deduction.h"

#include <gtest/gtest.h>

#include <map>

#include "core/puzzle/notation.h"
#include "core/puzzle/variants.h"
#include "core/solver/deduction/grading.h"
#include "puzzle_sets.h"

namespace gridlens {
namespace {

// Every step must hold in the solution, and tell something new.
void expect_sound(const CandidateBoard& board, const Deduction& step, const Grid& solution) {
  EXPECT_FALSE(step.placed.empty() && step.removed.empty());
  EXPECT_FALSE(step.reason.empty());
  for (const Candidate& c : step.placed) {
    EXPECT_FALSE(board.is_placed(c.cell));
    EXPECT_EQ(solution.at(c.cell), c.value) << step.reason;
  }
  for (const Candidate& c : step.removed) {
    EXPECT_TRUE(board.has(c)) << step.reason;
    EXPECT_NE(solution.at(c.cell), c.value) << step.reason;
  }
}

// Follows the easiest steps, and on the way looks at every step of every technique.
void check_all_steps(const Rules& rules, const Grid& givens, const Grid& solution,
                     std::map<Technique, int>& used) {
  CandidateBoard board(rules);
  ASSERT_TRUE(board.start(givens));
  while (!board.is_solved()) {
    std::optional<Deduction> easiest;
    for (const Technique technique : all_techniques())
      find_deductions(board, technique, [&](Deduction step) {
        EXPECT_EQ(step.technique, technique);
        expect_sound(board, step, solution);
        ++used[technique];
        if (!easiest) easiest = std::move(step);
        return false;
      });
    if (!easiest) return;  // needs search
    ASSERT_TRUE(apply(*easiest, board));
  }
}

TEST(DeductionTest, EveryStepHoldsInTheSolution) {
  std::map<Technique, int> used;
  for (const PuzzleSet& set : own_puzzle_sets()) {
    if (set.state != SolveState::unique || set.rules.n() > 16) continue;
    Solver solver(set.rules);
    for (const Grid& givens : set.puzzles)
      check_all_steps(set.rules, givens, solver.solve(givens).solutions.at(0), used);
  }
  for (const Technique technique : all_techniques())
    EXPECT_GT(used[technique], 0) << technique_name(technique);
}

TEST(DeductionTest, EveryStepHoldsInThousandsOfPuzzles) {
  const std::vector<PuzzleSet> sets = shared_puzzle_sets();
  if (sets.empty()) GTEST_SKIP() << "no data/puzzles in GRIDLENS_SHARED or ../shared";
  int puzzles = 0;
  for (const PuzzleSet& set : sets) {
    if (set.state != SolveState::unique || set.rules.n() > 20) continue;
    Solver solver(set.rules);
    for (const Grid& givens : set.puzzles) {
      const Grid solution = solver.solve(givens).solutions.at(0);
      CandidateBoard board(set.rules);
      ASSERT_TRUE(board.start(givens));
      for (const Deduction& step : solve_logically(set.rules, givens).steps) {
        expect_sound(board, step, solution);
        ASSERT_TRUE(apply(step, board));
      }
      ++puzzles;
    }
  }
  EXPECT_GT(puzzles, 5000);
}

// Steps hold in every solution, not only where there is just one.
TEST(DeductionTest, StepsHoldInAllOfSeveralSolutions) {
  int steps = 0;
  for (const PuzzleSet& set : own_puzzle_sets()) {
    if (set.state != SolveState::multiple) continue;
    Solver solver(set.rules);
    for (const Grid& givens : set.puzzles) {
      SolveOptions options;
      options.max_solutions = 20;
      const std::vector<Grid> solutions = solver.solve(givens, options).solutions;
      CandidateBoard board(set.rules);
      ASSERT_TRUE(board.start(givens));
      for (const Deduction& step : solve_logically(set.rules, givens).steps) {
        for (const Grid& solution : solutions) expect_sound(board, step, solution);
        ASSERT_TRUE(apply(step, board));
        ++steps;
      }
    }
  }
  EXPECT_GT(steps, 100);
}

TEST(DeductionTest, LockedCandidatesSayWhy) {
  const Rules rules = classic_rules({3, 3});
  CandidateBoard board(rules);
  // In box 1 the 7 fits in row 1 only.
  const std::string text = ".........456......89......7" + std::string(54, '.');
  ASSERT_TRUE(board.start(Grid({3, 3}, parse_puzzle(text).values)));
  bool found = false;
  find_deductions(board, Technique::locked_candidates, [&](const Deduction& step) {
    found = step.reason.rfind("in box 1 every place for a 7 (r1c1, r1c2 and r1c3) sees", 0) == 0;
    return found;
  });
  EXPECT_TRUE(found);
}

TEST(DeductionTest, HintOnTheRowsLastCell) {
  const Rules rules = classic_rules({3, 3});
  Grid grid({3, 3}, parse_puzzle("12345678." + std::string(72, '.')).values);
  const auto hint = find_hint(rules, grid);
  ASSERT_TRUE(hint);
  EXPECT_EQ(hint->placed, (Candidate{8, 9}));
  EXPECT_EQ(hint->technique, Technique::hidden_single);
  EXPECT_EQ(hint->reason, "row 1 has only one place for a 9");
}

TEST(DeductionTest, NoHintForBoardsThatContradictThemselvesOrAreFull) {
  const Rules rules = classic_rules({2, 2});
  Grid clash(Shape{2, 2});
  clash.set(0, 0, 1);
  clash.set(0, 3, 1);
  EXPECT_FALSE(find_hint(rules, clash));
  EXPECT_FALSE(find_hint(rules, Grid({2, 2}, {1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1})));
  EXPECT_FALSE(find_hint(rules, Grid(Shape{2, 2})));
}

TEST(DeductionTest, HintsSolvePuzzlesCellByCell) {
  int solved = 0;
  for (const PuzzleSet& set : own_puzzle_sets()) {
    if (set.state != SolveState::unique || set.rules.n() > 9) continue;
    Solver solver(set.rules);
    for (const Grid& givens : set.puzzles) {
      const Grid solution = solver.solve(givens).solutions.at(0);
      Grid grid = givens;
      while (const auto hint = find_hint(set.rules, grid)) {
        ASSERT_EQ(solution.at(hint->placed.cell), hint->placed.value);
        grid.set(hint->placed.cell / grid.n(), hint->placed.cell % grid.n(), hint->placed.value);
      }
      // Eliminations are worked out afresh for each hint, so hints get as far as the whole logic.
      const bool by_logic = solve_logically(set.rules, givens).solved;
      EXPECT_EQ(grid == solution, by_logic) << set.name;
      solved += by_logic;
    }
  }
  EXPECT_GT(solved, 50);
}

TEST(DeductionTest, GradesFollowTheHardestStep) {
  EXPECT_EQ(grade_of(Technique::hidden_single), Grade::easy);
  EXPECT_EQ(grade_of(Technique::locked_candidates), Grade::medium);
  EXPECT_EQ(grade_of(Technique::x_wing), Grade::hard);
  EXPECT_EQ(grade_of(Technique::xy_wing), Grade::expert);
  EXPECT_EQ(grade_of(Technique::search), Grade::extreme);
  EXPECT_STREQ(technique_name(Technique::search), "search");

  int hard_ones = 0;
  for (const PuzzleSet& set : own_puzzle_sets())
    if (set.name == "9x9_box3x3_hard_unique")
      for (const Grid& givens : set.puzzles) {
        const LogicalSolution logical = solve_logically(set.rules, givens);
        EXPECT_EQ(logical.hardest == Technique::search, !logical.solved);
        hard_ones += grade_of(logical.hardest) >= Grade::expert;
      }
  EXPECT_GT(hard_ones, 10);
}

}  // namespace
}  // namespace gridlens
