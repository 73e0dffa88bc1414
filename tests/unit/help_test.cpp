#include "core/help/help.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "core/puzzle/notation.h"
#include "core/solver/deduction/grading.h"
#include "core/solver/solver.h"
#include "puzzle_sets.h"

namespace gridlens {
namespace {

const char* const kPuzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

int at(const Grid& grid, int cell) {
  return grid.at(cell);
}

HelpBoard board_of(const Rules& rules, const Grid& givens, bool solve = true) {
  HelpBoard board{rules, givens, Grid(rules.shape), std::nullopt};
  if (solve) board.solution = Solver(rules).solve(givens).solutions.at(0);
  return board;
}

HelpBoard sample_board() {
  return board_of(classic_rules({3, 3}), Grid({3, 3}, parse_puzzle(kPuzzle).values));
}

bool holds(const std::vector<int>& list, int what) {
  return std::find(list.begin(), list.end(), what) != list.end();
}

// Up to `count` hints, each after the one before.
std::vector<HelpHint> next_hints(HelpBoard board, int count) {
  std::vector<HelpHint> hints;
  while (static_cast<int>(hints.size()) < count) {
    auto hint = next_hint(board);
    if (!hint) break;
    carry_out(hint->step, board);
    hints.push_back(std::move(*hint));
  }
  return hints;
}

// What is told of a step must be true of the board and fit together.
void expect_true(const HelpBoard& board, const HelpHint& hint) {
  const HelpStep& step = hint.step;
  ASSERT_EQ(step.kind, HelpKind::place);
  EXPECT_EQ(at(board.givens, step.cell) + at(board.entries, step.cell), 0);
  EXPECT_EQ(at(*board.solution, step.cell), step.value) << step.reason;
  EXPECT_FALSE(step.reason.empty());
  for (const Candidate& candidate : step.struck)
    EXPECT_NE(at(*board.solution, candidate.cell), candidate.value) << step.reason;
  if (step.technique == "search") {
    EXPECT_TRUE(hint.how.empty());
    return;
  }
  ASSERT_FALSE(hint.how.empty());
  EXPECT_EQ(hint.how.back().cell, step.cell);
  for (size_t i = 0; i < hint.how.size(); ++i) {
    const HelpStep& part = hint.how[i];
    EXPECT_EQ(part.kind == HelpKind::place, i + 1 == hint.how.size());
    EXPECT_NE(step.reason.find(part.reason), std::string::npos);
    EXPECT_TRUE(std::is_sorted(part.because.begin(), part.because.end())) << part.reason;
    for (const int unit : part.units) {
      ASSERT_LT(static_cast<size_t>(unit), board.rules.units.size());
      const std::vector<int>& cells = board.rules.units[static_cast<size_t>(unit)].cells;
      const bool touched = (part.cell >= 0 && holds(cells, part.cell)) ||
                           std::any_of(part.because.begin(), part.because.end(),
                                       [&](int cell) { return holds(cells, cell); });
      EXPECT_TRUE(touched) << part.reason;
    }
    if (part.kind == HelpKind::place) continue;
    EXPECT_FALSE(part.because.empty()) << part.technique;
    EXPECT_FALSE(part.struck.empty()) << part.technique;
  }
}

TEST(HelpTest, AWalkByHintsAloneSolvesPuzzlesOfAllGrades) {
  std::set<Grade> grades;
  int walked = 0, by_search = 0, large = 0;
  for (const PuzzleSet& set : own_puzzle_sets()) {
    // Larger ones that are hard to solve at all are for the solver's tests.
    const bool hard =
        set.rules.n() > 25 || (set.rules.n() > 20 && set.name.find("hard") < set.name.size());
    if (set.state != SolveState::unique || hard) continue;
    for (const Grid& givens : set.puzzles) {
      HelpBoard board = board_of(set.rules, givens);
      const LogicalSolution logical = solve_logically(set.rules, givens);
      grades.insert(grade_of(logical.hardest));
      bool searched = false;
      int steps = 0;
      while (const auto hint = next_hint(board)) {
        expect_true(board, *hint);
        searched = searched || hint->step.technique == "search";
        board.entries.set(hint->step.cell / givens.n(), hint->step.cell % givens.n(),
                          hint->step.value);
        ASSERT_LE(++steps, set.rules.shape.cells());
      }
      EXPECT_EQ(board.givens.filled_from(board.entries), *board.solution) << set.name;
      // No guess where the grade says so.
      EXPECT_EQ(searched, !logical.solved) << set.name;
      by_search += searched;
      large += set.rules.n() > 16;
      ++walked;
    }
  }
  EXPECT_GE(walked, 200);
  EXPECT_GE(large, 8);
  EXPECT_GT(by_search, 0);
  EXPECT_EQ(grades.size(), 5u);
}

TEST(HelpTest, AWrongEntryComesFirstAndAGivenProvesIt) {
  HelpBoard board = sample_board();
  board.entries.set(0, 3, 5);  // row 1 has a given 5 at r1c1
  const auto wrong = find_wrong_entries(board);
  ASSERT_EQ(wrong.size(), 1u);
  EXPECT_EQ(wrong[0].kind, HelpKind::wrong_entry);
  EXPECT_EQ(wrong[0].cell, 3);
  EXPECT_EQ(wrong[0].value, 5);
  EXPECT_EQ(wrong[0].reason, "r1c4 is not 5: row 1 has its 5 at r1c1, a given");
  EXPECT_EQ(wrong[0].because, (std::vector<int>{0, 14}));  // the box has a given 5 too
  ASSERT_EQ(wrong[0].units.size(), 2u);
  EXPECT_EQ(board.rules.units[static_cast<size_t>(wrong[0].units[1])].name, "box 2");
  const auto hint = next_hint(board);
  ASSERT_TRUE(hint);
  EXPECT_EQ(hint->step.kind, HelpKind::wrong_entry);
  EXPECT_EQ(hint->step.reason, wrong[0].reason);
}

TEST(HelpTest, TheCellNamedLiesInTheUnitNamed) {
  HelpBoard board = sample_board();
  board.entries.set(0, 2, 4);  // right, in box 1
  board.entries.set(2, 0, 4);  // wrong
  for (const HelpStep& step : find_wrong_entries(board)) {
    if (step.because.empty()) continue;
    const auto& unit = board.rules.units[static_cast<size_t>(step.units[0])];
    bool named = false;
    for (const int cell : unit.cells)
      named |= holds(step.because, cell) &&
               step.reason.find(unit.name + " has its 4 at " + help_cell_name(cell, 9)) !=
                   std::string::npos;
    EXPECT_TRUE(named) << step.reason;
  }
  // Row 2 comes before box 1, and r1c3 before r2c8.
  board = sample_board();
  board.givens.set(0, 2, 4);
  board.givens.set(1, 7, 4);
  board.entries.set(1, 1, 4);
  const auto wrong = find_wrong_entries(board);
  ASSERT_EQ(wrong.size(), 1u);
  EXPECT_EQ(wrong[0].reason, "r2c2 is not 4: row 2 has its 4 at r2c8, a given");
}

TEST(HelpTest, AWrongEntryIsProvenByARightOneOrByTheSolution) {
  HelpBoard board = sample_board();
  board.entries.set(0, 2, 4);  // right
  board.entries.set(0, 3, 4);  // no given 4 in sight but r1c3
  board.entries.set(3, 1, 2);  // clashes with nothing; the solution has a 5
  const auto wrong = find_wrong_entries(board);
  ASSERT_EQ(wrong.size(), 2u);
  EXPECT_EQ(wrong[0].reason.rfind("r1c4 is not 4: ", 0), 0u) << wrong[0].reason;
  EXPECT_TRUE(holds(wrong[0].because, 2) || !wrong[0].because.empty());
  EXPECT_EQ(wrong[1].cell, 28);
  EXPECT_EQ(wrong[1].reason, "r4c2 is not 2: that differs from the only solution");
  EXPECT_TRUE(wrong[1].because.empty());
}

TEST(HelpTest, RightEntriesAreBuiltOn) {
  HelpBoard board = sample_board();
  const auto first = next_hint(board);
  ASSERT_TRUE(first);
  board.entries.set(first->step.cell / 9, first->step.cell % 9, first->step.value);
  const auto second = next_hint(board);
  ASSERT_TRUE(second);
  EXPECT_NE(second->step.cell, first->step.cell);
  EXPECT_TRUE(find_wrong_entries(board).empty());
}

TEST(HelpTest, HintsWalkOn) {
  HelpBoard board = sample_board();
  board.entries.set(4, 4, 9);  // wrong: told first, then taken away
  const auto hints = next_hints(board, 100);
  ASSERT_EQ(hints.size(), 52u);
  EXPECT_EQ(hints[0].step.kind, HelpKind::wrong_entry);
  std::set<int> cells;
  for (size_t i = 1; i < hints.size(); ++i) {
    EXPECT_EQ(hints[i].step.kind, HelpKind::place);
    EXPECT_EQ(hints[i].step.value, at(*board.solution, hints[i].step.cell));
    cells.insert(hints[i].step.cell);
  }
  EXPECT_EQ(cells.size(), 51u);
  EXPECT_EQ(next_hints(board, 3).size(), 3u);
}

TEST(HelpTest, ReasonsSpeakInTheBoardsOwnSymbols) {
  HelpBoard board = sample_board();
  for (char letter = 'A'; letter <= 'I'; ++letter) board.symbols.emplace_back(1, letter);
  for (const HelpHint& hint : next_hints(board, 60)) {
    EXPECT_EQ(hint.step.reason.find(" a " + std::to_string(hint.step.value)), std::string::npos)
        << hint.step.reason;
    const std::string symbol(1, static_cast<char>('A' + hint.step.value - 1));
    EXPECT_NE(hint.step.reason.find(" " + symbol), std::string::npos) << hint.step.reason;
  }
  board.entries.set(0, 3, 5);
  EXPECT_EQ(next_hint(board)->step.reason, "r1c4 is not E: row 1 has its E at r1c1, a given");
}

TEST(HelpTest, WithoutAKnownSolutionOnlyWhatAGivenProvesIsWrong) {
  const Rules rules = classic_rules({3, 3});
  Grid givens({3, 3}, parse_puzzle("12345678." + std::string(72, '.')).values);
  HelpBoard board = board_of(rules, givens, false);
  board.entries.set(1, 3, 4);  // column 4 has a given 4
  board.entries.set(5, 5, 7);  // may be
  board.entries.set(5, 7, 7);  // one of the two is not
  const auto wrong = find_wrong_entries(board);
  ASSERT_EQ(wrong.size(), 1u);
  EXPECT_EQ(wrong[0].cell, 12);
  board.entries.set(1, 3, 0);
  const auto hint = next_hint(board);
  ASSERT_TRUE(hint);
  EXPECT_EQ(hint->step.kind, HelpKind::place);
  EXPECT_EQ(hint->step.cell, 8);
  EXPECT_EQ(hint->step.value, 9);
  EXPECT_EQ(hint->step.technique, "hidden single");
  EXPECT_EQ(hint->step.reason, "row 1 has only one place for a 9");
  ASSERT_EQ(hint->step.units.size(), 1u);
  EXPECT_EQ(hint->step.units[0], 0);
}

TEST(HelpTest, NothingIsLeftToSayOfAFullOrAnEmptyBoard) {
  HelpBoard board = sample_board();
  for (int cell = 0; cell < 81; ++cell)
    if (at(board.givens, cell) == 0) board.entries.set(cell, at(*board.solution, cell));
  EXPECT_FALSE(next_hint(board));
  EXPECT_TRUE(next_hints(board, 5).empty());
  const Rules rules = classic_rules({2, 2});
  EXPECT_FALSE(next_hint(board_of(rules, Grid(Shape{2, 2}), false)));
}

}  // namespace
}  // namespace gridlens
