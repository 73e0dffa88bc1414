// Sudokus with mistakes against grids of any symbols.

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include "core/puzzle/rules.h"
#include "core/reading/observation/regions.h"
#include "core/reading/sudoku_odds.h"
#include "tests/unit/puzzle_sets.h"
#include "tests/unit/sample_puzzle.h"

namespace gridlens {
namespace {

SudokuOdds odds_of(const Grid& grid) {
  return sudoku_odds(classic_rules(grid.shape()), grid, CellFlags(grid.shape().cells(), true));
}

// `filled` cells of n x n with symbols up to `most`.
Grid random_grid(Shape shape, int filled, int most, std::mt19937& random) {
  Grid grid(shape);
  while (grid.count_filled() < filled) {
    const int cell = std::uniform_int_distribution<int>(0, shape.cells() - 1)(random);
    grid.set(cell, std::uniform_int_distribution<int>(1, most)(random));
  }
  return grid;
}

// A solution of any shape.
Grid solution_of(Shape shape) {
  Grid grid(shape);
  const int n = shape.n();
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c)
      grid.set(r, c, (r % shape.box_rows * shape.box_cols + r / shape.box_rows + c) % n + 1);
  return grid;
}

// Writes other symbols into `count` of the filled cells.
Grid with_mistakes(Grid grid, int count, std::mt19937& random) {
  const int n = grid.n();
  CellFlags changed(grid.shape().cells());
  while (count > 0) {
    const int cell = std::uniform_int_distribution<int>(0, n * n - 1)(random);
    const int value = grid.at(cell);
    if (value == 0 || changed[static_cast<size_t>(cell)]) continue;
    changed[static_cast<size_t>(cell)] = true;
    const int other = std::uniform_int_distribution<int>(1, n - 1)(random);
    grid.set(cell, other < value ? other : other + 1);
    --count;
  }
  return grid;
}

TEST(SudokuOdds, RandomDigitsAreNoSudokus) {
  std::mt19937 random(7);
  for (const Shape shape : {Shape{3, 3}, Shape{2, 5}, Shape{3, 4}})
    for (const double share : {0.4, 0.6, 1.0}) {
      int taken = 0;
      for (int i = 0; i < 50; ++i)
        taken += odds_of(random_grid(shape, static_cast<int>(share * shape.cells()), 9, random))
                     .log_odds >= 0;
      EXPECT_LE(taken, 1) << shape.n() << " cells a side, share filled " << share;
    }
}

TEST(SudokuOdds, ASudokuMayHaveMisprints) {
  std::mt19937 random(8);
  const Grid puzzle = grid_of(kSamplePuzzle);
  EXPECT_EQ(odds_of(puzzle).mistakes, 0);
  for (int i = 0; i < 50; ++i) {
    const SudokuOdds odds = odds_of(with_mistakes(puzzle, 2, random));
    EXPECT_LE(odds.mistakes, 2);
    EXPECT_GT(odds.log_odds, 0);
  }
}

TEST(SudokuOdds, EveryPuzzleMayBeOne) {
  std::vector<PuzzleSet> sets = own_puzzle_sets();
  ASSERT_FALSE(sets.empty());
  // The sets beside the repository hold puzzles with a misprint, too.
  std::vector<PuzzleSet> shared = shared_puzzle_sets();
  const bool holds_misprints = !shared.empty();
  for (PuzzleSet& set : shared) sets.push_back(std::move(set));
  int misprinted = 0;
  for (const PuzzleSet& set : sets)
    for (size_t i = 0; i < std::min<size_t>(set.puzzles.size(), 100); ++i) {
      const Grid& puzzle = set.puzzles[i];
      const SudokuOdds odds =
          sudoku_odds(set.rules, puzzle, CellFlags(puzzle.shape().cells(), true));
      EXPECT_TRUE(odds.mistakes <= 1 || odds.log_odds > 0) << set.name << " puzzle " << i + 1;
      misprinted += odds.mistakes > 0;
    }
  EXPECT_EQ(misprinted > 0, holds_misprints);
}

TEST(SudokuOdds, AFilledBoardMayHaveManyMistakes) {
  std::mt19937 random(9);
  for (const Shape shape : {Shape{3, 3}, Shape{4, 4}}) {
    const Grid solution = solution_of(shape);
    ASSERT_TRUE(is_solution(classic_rules(shape), solution));
    for (int i = 0; i < 20; ++i) {
      const SudokuOdds odds = odds_of(with_mistakes(solution, 12, random));
      EXPECT_GE(odds.mistakes, 6);
      EXPECT_LE(odds.mistakes, 16);
      EXPECT_GT(odds.log_odds, 0);
    }
  }
}

// Every symbol once a row and once a column.
Grid latin_square(Shape shape, std::mt19937& random) {
  const int n = shape.n();
  std::vector<int> rows(static_cast<size_t>(n));
  std::iota(rows.begin(), rows.end(), 0);
  std::vector<int> columns = rows;
  std::shuffle(rows.begin(), rows.end(), random);
  std::shuffle(columns.begin(), columns.end(), random);
  Grid grid(shape);
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c)
      grid.set(r, c, (rows[static_cast<size_t>(r)] + columns[static_cast<size_t>(c)]) % n + 1);
  return grid;
}

TEST(SudokuOdds, LatinSquaresAreNoSudokus) {
  std::mt19937 random(11);
  for (const Shape shape : {Shape{3, 3}, Shape{2, 4}, Shape{2, 5}})
    for (const double share : {0.5, 1.0}) {
      int taken = 0;
      for (int i = 0; i < 50; ++i) {
        Grid grid = latin_square(shape, random);
        CellFlags clear(grid.shape().cells());
        for (int cell = 0; cell < clear.size(); ++cell)
          clear[cell] = std::uniform_real_distribution<>(0, 1)(random) < share;
        taken += sudoku_odds(classic_rules(shape), grid, clear).log_odds_latin >= 0;
      }
      EXPECT_LE(taken, share < 1 ? 8 : 1) << shape.to_string() << " share filled " << share;
    }
}

TEST(SudokuOdds, MistakesMakeNoLatinSquare) {
  std::mt19937 random(12);
  const Grid puzzle = grid_of(kSamplePuzzle);
  const Grid solution = solution_of(Shape{3, 3});
  int taken = 0;
  for (int i = 0; i < 50; ++i) {
    EXPECT_GT(odds_of(with_mistakes(solution, 12, random)).log_odds_latin, 0);
    taken += odds_of(with_mistakes(puzzle, 2, random)).log_odds_latin > 0;
  }
  EXPECT_GE(taken, 45);
}

TEST(SudokuOdds, OnlyClearCellsCount) {
  std::mt19937 random(10);
  const Grid grid = random_grid(Shape{3, 3}, 40, 9, random);
  EXPECT_LT(odds_of(grid).log_odds, 0);
  const SudokuOdds none = sudoku_odds(classic_rules(grid.shape()), grid, CellFlags(81));
  EXPECT_EQ(none.mistakes, 0);
  EXPECT_GE(none.log_odds, 0);
}

// Faint lines, heavy ones around boxes, and heavy rings around single cells.
std::vector<double> lines_with_rings(const std::vector<int>& ringed) {
  const CellBorders borders{9};
  const Shape shape{3, 3};
  std::vector<double> weights;
  for (int i = 0; i < borders.count(); ++i) {
    const auto [a, b] = borders.cells_beside(i);
    const bool box = shape.box_of(a / 9, a % 9) != shape.box_of(b / 9, b % 9);
    const bool ring = std::any_of(ringed.begin(), ringed.end(),
                                  [a = a, b = b](int cell) { return cell == a || cell == b; });
    weights.push_back(ring ? 0.9 : box ? 0.5 : -1.8);
  }
  return weights;
}

TEST(OtherRegions, TheChosenCellsRingIsNone) {
  EXPECT_LT(odds_of_other_regions(9, lines_with_rings({})), 0.05);
  EXPECT_LT(odds_of_other_regions(9, lines_with_rings({67})), 0.05);
  EXPECT_LT(odds_of_other_regions(9, lines_with_rings({10, 67})), 0.05);
  // Many such cells are cages.
  EXPECT_GT(odds_of_other_regions(9, lines_with_rings({10, 16, 22, 28, 34, 40, 46, 52, 64, 67})),
            0.35);
}

}  // namespace
}  // namespace gridlens
