#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <random>

#include "core/puzzle/variants.h"
#include "core/solver/cover/cover_search.h"
#include "core/solver/lookahead/lookahead_search.h"
#include "core/solver/portfolio.h"
#include "core/solver/simd/simd_search.h"
#include "core/solver/solver.h"

namespace gridlens {
namespace {

// A solution of the blank board with a random first row.
Grid random_board(Solver& solver, Shape shape, std::mt19937& random) {
  Grid grid(shape);
  std::vector<int> values;
  for (int v = 1; v <= shape.n(); ++v) values.push_back(v);
  std::shuffle(values.begin(), values.end(), random);
  for (int col = 0; col < shape.n(); ++col) grid.set(0, col, values[static_cast<size_t>(col)]);
  SolveOptions options;
  options.max_solutions = 1;
  return solver.solve(grid, options).solutions.at(0);
}

Grid without_some(Grid grid, int count, std::mt19937& random) {
  std::vector<int> cells;
  for (int i = 0; i < grid.shape().cells(); ++i) cells.push_back(i);
  std::shuffle(cells.begin(), cells.end(), random);
  for (int i = 0; i < count; ++i) grid.set(cells[i], 0);
  return grid;
}

Grid relabelled(const Grid& grid, std::mt19937& random) {
  std::vector<int> label;
  for (int v = 1; v <= grid.n(); ++v) label.push_back(v);
  std::shuffle(label.begin(), label.end(), random);
  Grid result(grid.shape());
  for (int row = 0; row < grid.n(); ++row)
    for (int col = 0; col < grid.n(); ++col)
      if (grid.at(row, col) != 0)
        result.set(row, col, label[static_cast<size_t>(grid.at(row, col) - 1)]);
  return result;
}

Grid transposed(const Grid& grid) {
  Grid result(Shape{grid.shape().box_cols, grid.shape().box_rows});
  for (int row = 0; row < grid.n(); ++row)
    for (int col = 0; col < grid.n(); ++col) result.set(col, row, grid.at(row, col));
  return result;
}

// Up to `limit` solutions.
std::uint64_t count(SearchEngine& engine, const Grid& givens, std::uint64_t limit) {
  std::uint64_t found = 0;
  const auto outcome = engine.search(
      givens.values(), {}, [&](std::span<const std::uint8_t>) { return ++found < limit; });
  EXPECT_EQ(outcome.complete, found < limit);
  return found;
}

TEST(SolverPropertyTest, StatusSurvivesRelabellingAndTransposing) {
  std::mt19937 random(11);
  int unique = 0;
  int multiple = 0;
  for (const Shape shape : {Shape{2, 2}, Shape{2, 3}, Shape{2, 4}, Shape{3, 3}, Shape{3, 4}}) {
    Solver solver(classic_rules(shape));
    Solver turned_solver(classic_rules({shape.box_cols, shape.box_rows}));
    for (int round = 0; round < 40; ++round) {
      const Grid board = random_board(solver, shape, random);
      const int share = 40 + round % 4 * 7;  // percent of cells left empty
      const Grid givens = without_some(board, shape.cells() * share / 100, random);
      const SolveState state = solver.solve(givens).state;
      (state == SolveState::unique ? unique : multiple) += 1;
      EXPECT_TRUE(state == SolveState::unique || state == SolveState::multiple);
      EXPECT_EQ(solver.solve(relabelled(givens, random)).state, state);
      EXPECT_EQ(turned_solver.solve(transposed(givens)).state, state);
    }
  }
  EXPECT_GT(unique, 20);
  EXPECT_GT(multiple, 20);
}

TEST(SolverPropertyTest, EnginesCountAlike) {
  std::mt19937 random(12);
  for (const Rules& rules : {classic_rules({2, 2}), classic_rules({2, 3}), classic_rules({3, 3}),
                             x_rules({2, 3}), x_rules({3, 3}), classic_rules({2, 5})}) {
    const CoverModel model(rules);
    std::vector<std::unique_ptr<SearchEngine>> engines;
    engines.push_back(std::make_unique<CoverSearch<std::uint64_t>>(model));
    engines.push_back(std::make_unique<CoverSearch<std::uint16_t>>(model));
    engines.push_back(std::make_unique<LookaheadSearch<std::uint32_t>>(model));
    engines.push_back(std::make_unique<LookaheadSearch<std::uint64_t>>(
        model, LookaheadOptions{.tried_above = 3, .tried_below = 1}));
    engines.push_back(std::make_unique<Portfolio>(model));
    for (const auto kernel :
         {SimdSearch::Kernel::baseline, SimdSearch::Kernel::avx2, SimdSearch::Kernel::avx512})
      if (SimdSearch::available(kernel))
        engines.push_back(std::make_unique<SimdSearch>(model, SimdSearch::Options{kernel}));
    Solver solver(rules);
    for (int round = 0; round < 15; ++round) {
      const Grid board = random_board(solver, rules.shape, random);
      const Grid givens = without_some(board, rules.shape.cells() * (45 + round * 2) / 100, random);
      const std::uint64_t expected = count(*engines[0], givens, 2000);
      EXPECT_GE(expected, 1u);
      for (const auto& engine : engines) EXPECT_EQ(count(*engine, givens, 2000), expected);
    }
  }
}

TEST(SolverPropertyTest, LookaheadCountsTheBlankBoard) {
  const CoverModel model(classic_rules({2, 2}));
  LookaheadSearch<std::uint32_t> lookahead(model);
  EXPECT_EQ(count(lookahead, Grid(Shape{2, 2}), 1000), 288u);
}

TEST(SolverPropertyTest, DiagonalBoardsAreTheClassicOnesWithGoodDiagonals) {
  const Shape shape{2, 2};
  const Rules x = x_rules(shape);
  std::uint64_t expected = 0;
  Solver(classic_rules(shape)).search(Grid(shape), {}, [&](std::span<const std::uint8_t> values) {
    expected += is_solution(x, Grid(shape, {values.begin(), values.end()}));
    return true;
  });
  EXPECT_GT(expected, 0u);
  const CoverModel model(x);
  EXPECT_EQ(count(*make_plain_search(model), Grid(shape), 1000), expected);
}

// Portfolio hands over between engines; no solution may come twice or get lost.
TEST(SolverPropertyTest, HandingOverLosesAndRepeatsNothing) {
  std::mt19937 random(13);
  const Rules rules = classic_rules({2, 7});
  const CoverModel model(rules);
  Solver solver(rules);
  for (int round = 0; round < 3; ++round) {
    const Grid board = random_board(solver, rules.shape, random);
    // Two bands of boxes blank in a few columns: thousands of solutions, not millions.
    Grid givens = board;
    for (int row = 0; row < 14; ++row)
      for (int col = 0; col < 4 + round; ++col) givens.set(row, col, 0);
    Portfolio portfolio(model);
    CoverSearch<std::uint16_t> cover(model);
    EXPECT_EQ(count(portfolio, givens, 5000), count(cover, givens, 5000));
  }
}

}  // namespace
}  // namespace gridlens
