#include "core/solver/solver.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>
#include <thread>

#include "core/puzzle/notation.h"

namespace gridlens {
namespace {

Grid grid_of(Shape shape, const std::string& text) {
  return {shape, parse_puzzle(text).values};
}

std::uint64_t count_solutions(const Rules& rules, const Grid& givens) {
  Solver solver(rules);
  const SearchOutcome outcome =
      solver.search(givens, {}, [](std::span<const std::uint8_t>) { return true; });
  EXPECT_TRUE(outcome.complete);
  return outcome.solutions;
}

// Made by leaving givens out of a random board: one solution, needs guessing.
const char* const kPuzzle =
    ".1..483..3.....4.57........43..8.2.......6....813.2....5..9...4......1....4.1..8.";

TEST(SolverTest, FindsTheOneSolution) {
  const Rules rules = classic_rules({3, 3});
  const Grid givens = grid_of({3, 3}, kPuzzle);
  const SolveResult result = Solver(rules).solve(givens);
  EXPECT_EQ(result.state, SolveState::unique);
  ASSERT_EQ(result.solutions.size(), 1u);
  EXPECT_TRUE(is_solution(rules, result.solutions[0]));
  for (size_t i = 0; i < 81; ++i)
    if (givens.values()[i] != 0) {
      EXPECT_EQ(result.solutions[0].values()[i], givens.values()[i]);
    }
}

TEST(SolverTest, TellsSeveralSolutionsFromOne) {
  const Rules rules = classic_rules({3, 3});
  Grid givens = grid_of({3, 3}, kPuzzle);
  for (int col = 0; col < 9; ++col) givens.set(0, col, 0);
  SolveOptions options;
  options.max_solutions = 5;
  const SolveResult result = Solver(rules).solve(givens, options);
  EXPECT_EQ(result.state, SolveState::multiple);
  ASSERT_EQ(result.solutions.size(), 5u);
  for (size_t i = 0; i < 5; ++i) {
    EXPECT_TRUE(is_solution(rules, result.solutions[i]));
    for (size_t j = 0; j < i; ++j) EXPECT_NE(result.solutions[i], result.solutions[j]);
  }
}

TEST(SolverTest, OneSolutionAskedForStillTellsTheState) {
  SolveOptions options;
  options.max_solutions = 1;
  const SolveResult result = Solver(classic_rules({3, 3})).solve(Grid(Shape{3, 3}), options);
  EXPECT_EQ(result.state, SolveState::multiple);
  EXPECT_EQ(result.solutions.size(), 1u);
}

TEST(SolverTest, NoSolution) {
  // The last cell of row 1 has no value left, with no two givens clashing.
  const Grid givens = grid_of(
      {3, 3}, "12345678.........9...............................................................");
  const SolveResult result = Solver(classic_rules({3, 3})).solve(givens);
  EXPECT_EQ(result.state, SolveState::none);
  EXPECT_TRUE(result.solutions.empty());
}

TEST(SolverTest, ClashNamesBothCells) {
  Grid givens(Shape{3, 3});
  givens.set(0, 0, 7);
  givens.set(2, 2, 7);
  const SolveResult result = Solver(classic_rules({3, 3})).solve(givens);
  EXPECT_EQ(result.state, SolveState::invalid);
  ASSERT_TRUE(result.clash);
  EXPECT_EQ(result.clash->cell_a, 0);
  EXPECT_EQ(result.clash->cell_b, 20);
  EXPECT_EQ(result.clash->unit, "box 1");
}

TEST(SolverTest, NodeBudgetEndsTheSearchAlike) {
  const Rules rules = classic_rules({3, 3});
  SolveOptions options;
  options.max_nodes = 3;
  Solver solver(rules);
  const SolveResult result = solver.solve(grid_of({3, 3}, kPuzzle), options);
  EXPECT_EQ(result.state, SolveState::budget);
  EXPECT_EQ(result.nodes, 3u);
  EXPECT_EQ(solver.solve(grid_of({3, 3}, kPuzzle), options).nodes, 3u);
}

TEST(SolverTest, TimeBudgetEndsTheSearch) {
  SolveOptions options;
  options.time = std::chrono::milliseconds(0);
  const SolveResult result = Solver(classic_rules({3, 3})).solve(Grid(Shape{3, 3}), options);
  EXPECT_EQ(result.state, SolveState::budget);
}

TEST(SolverTest, StopRequestEndsAnEndlessCount) {
  Solver solver(classic_rules({3, 3}));
  std::stop_source source;
  SolveOptions options;
  options.stop = source.get_token();
  std::uint64_t seen = 0;
  std::jthread stopper;
  const SearchOutcome outcome =
      solver.search(Grid(Shape{3, 3}), options, [&](std::span<const std::uint8_t>) {
        if (++seen == 100) stopper = std::jthread([&] { source.request_stop(); });
        return true;
      });
  EXPECT_FALSE(outcome.complete);
  EXPECT_TRUE(outcome.out_of_budget);
  EXPECT_GE(outcome.solutions, 100u);
}

TEST(SolverTest, CountsWithoutStoring) {
  EXPECT_EQ(count_solutions(classic_rules({2, 2}), Grid(Shape{2, 2})), 288u);
  Grid givens(Shape{2, 3});  // first row fixed: 28,200,960 / 6!
  for (int col = 0; col < 6; ++col) givens.set(0, col, col + 1);
  EXPECT_EQ(count_solutions(classic_rules({2, 3}), givens), 39168u);
}

TEST(SolverTest, SolvesEverySize) {
  for (int n = 4; n <= Shape::kMaxN; ++n)
    for (const Shape shape : possible_shapes(n)) {
      const Rules rules = classic_rules(shape);
      // A board by shifting rows, with the cells of every other diagonal left out.
      Grid givens(shape);
      for (int row = 0; row < n; ++row)
        for (int col = 0; col < n; ++col)
          if ((row + 2 * col) % 3 != 0)
            givens.set(
                row, col,
                (row % shape.box_rows * shape.box_cols + row / shape.box_rows + col) % n + 1);
      const SolveResult result = Solver(rules).solve(givens);
      ASSERT_FALSE(result.solutions.empty()) << shape.to_string();
      EXPECT_TRUE(is_solution(rules, result.solutions[0])) << shape.to_string();
    }
}

TEST(SolverTest, RefusesAGridOfAnotherSize) {
  EXPECT_THROW(Solver(classic_rules({3, 3})).solve(Grid(Shape{2, 2})), std::invalid_argument);
}

TEST(SolverTest, RefusesMalformedRules) {
  Rules rules = classic_rules({2, 2});
  rules.units[0].cells.pop_back();
  EXPECT_THROW(Solver{rules}, std::invalid_argument);
  rules = classic_rules({2, 2});
  rules.units[0].cells[1] = rules.units[0].cells[0];
  EXPECT_THROW(Solver{rules}, std::invalid_argument);
}

}  // namespace
}  // namespace gridlens
