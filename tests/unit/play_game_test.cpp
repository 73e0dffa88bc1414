// The play model: commands, undo and redo, marks, the clock, the finish.
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <stdexcept>

#include "core/play/game.h"
#include "core/play/puzzle_study.h"
#include "core/puzzle/variants.h"
#include "sample_puzzle.h"

namespace gridlens {
namespace {

GameRecord sample_record() {
  GameRecord record;
  record.document = PuzzleDocument({3, 3});
  record.document.givens = grid_of(kSamplePuzzle);
  return record;
}

Game started(GameRecord record = sample_record()) {
  Game game(std::move(record));
  EXPECT_TRUE(game.apply(play::Pause{false}, 0));
  return game;
}

Grid solution_of(const Game& game) {
  return *study_puzzle(game.rules(), game.document().givens).solution;
}

int value(const Grid& grid, int cell) {
  return grid.at(cell);
}

// An empty board of that shape and rules, with a few givens of a solution.
GameRecord record_of(Shape shape, RuleKind rules, int seed) {
  GameRecord record;
  record.document = PuzzleDocument(shape);
  record.document.rules = rules;
  if (rules == RuleKind::jigsaw)
    for (int cell = 0; cell < shape.cells(); ++cell)
      record.document.regions.push_back(
          static_cast<std::uint8_t>(shape.box_of(cell / shape.n(), cell % shape.n())));
  std::mt19937 random(static_cast<unsigned>(seed));
  const int n = shape.n();
  for (int i = 0; i < n / 2; ++i)
    record.document.givens.set(i, static_cast<int>(random() % static_cast<unsigned>(n)), i + 1);
  return record;
}

play::Command random_command(std::mt19937& random, const Game& game) {
  const auto below = [&](int most) {
    return static_cast<int>(random() % static_cast<unsigned>(most));
  };
  const int n = game.n();
  const int cell = below(n * n), v = below(n) + 1;
  switch (below(9)) {
    case 0:
      return play::ClearCell{cell};
    case 1:
      return play::FillMarks{};
    case 2:
    case 3:
      return play::ToggleMark{cell, v};
    case 4:
      return below(8) == 0 ? play::Command(play::Restart{}) : play::SetEntry{cell, 0};
    case 5: {
      HelpStep step;
      step.kind = HelpKind::eliminate;
      step.struck = {{cell, v}, {below(n * n), v}};
      return play::CarryOut{step};
    }
    default:
      return play::SetEntry{cell, v};
  }
}

// What a person sees of the cells.
std::pair<Grid, std::vector<CellMarks>> cells_of(const Game& game) {
  return {game.document().entries, game.document().marks};
}

class AnyBoard : public testing::TestWithParam<std::pair<Shape, RuleKind>> {};

TEST_P(AnyBoard, UndoGoesBackExactlyAndRedoForthAgain) {
  for (int seed = 1; seed <= 6; ++seed) {
    GameRecord record = record_of(GetParam().first, GetParam().second, seed);
    record.options = {seed % 2 == 0, seed % 3 != 0, true};
    Game game = started(record);
    std::mt19937 random(static_cast<unsigned>(seed * 77));
    std::vector<std::pair<Grid, std::vector<CellMarks>>> states = {cells_of(game)};
    for (int i = 0; i < 120; ++i)
      if (game.apply(random_command(random, game), i)) states.push_back(cells_of(game));
    ASSERT_GT(states.size(), 60u);
    for (std::size_t i = states.size() - 1; i > 0; --i) {
      ASSERT_EQ(cells_of(game), states[i]);
      ASSERT_TRUE(game.apply(play::Undo{}, 1000));
    }
    EXPECT_EQ(cells_of(game), states[0]);
    EXPECT_FALSE(game.apply(play::Undo{}, 1000));
    for (std::size_t i = 1; i < states.size(); ++i) {
      ASSERT_TRUE(game.apply(play::Redo{}, 2000));
      ASSERT_EQ(cells_of(game), states[i]);
    }
    EXPECT_FALSE(game.apply(play::Redo{}, 2000));
    // Half undone, kept and taken up: the same steps are there both ways.
    for (std::size_t i = 0; i < states.size() / 2; ++i) game.apply(play::Undo{}, 3000);
    Game again = started(game.record(3000));
    EXPECT_EQ(cells_of(again), cells_of(game));
    while (again.apply(play::Redo{}, 1)) continue;
    EXPECT_EQ(cells_of(again), states.back());
    while (again.apply(play::Undo{}, 1)) continue;
    EXPECT_EQ(cells_of(again), states.front());
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, AnyBoard,
                         testing::Values(std::pair(Shape{2, 2}, RuleKind::classic),
                                         std::pair(Shape{2, 3}, RuleKind::jigsaw),
                                         std::pair(Shape{3, 3}, RuleKind::classic),
                                         std::pair(Shape{3, 3}, RuleKind::x),
                                         std::pair(Shape{4, 4}, RuleKind::classic),
                                         std::pair(Shape{5, 5}, RuleKind::classic),
                                         std::pair(Shape{6, 6}, RuleKind::classic)));

TEST(Game, ANewStepEndsWhatCouldBeRedone) {
  Game game = started();
  game.apply(play::SetEntry{2, 4}, 0);
  game.apply(play::Undo{}, 0);
  game.apply(play::SetEntry{2, 1}, 0);
  EXPECT_FALSE(game.can_redo());
  EXPECT_EQ(game.value_at(2), 1);
}

TEST(Game, GivensAndNonsenseAreRefused) {
  Game game = started();
  EXPECT_FALSE(game.apply(play::SetEntry{0, 1}, 0)) << "a given";
  EXPECT_FALSE(game.apply(play::ClearCell{0}, 0));
  EXPECT_FALSE(game.apply(play::ToggleMark{0, 1}, 0));
  EXPECT_FALSE(game.apply(play::SetEntry{2, 10}, 0));
  EXPECT_FALSE(game.apply(play::SetEntry{81, 1}, 0));
  EXPECT_FALSE(game.apply(play::SetEntry{-1, 1}, 0));
  EXPECT_FALSE(game.apply(play::ToggleMark{2, 0}, 0));
  EXPECT_FALSE(game.apply(play::SetEntry{2, 0}, 0)) << "blank already";
  Grid wrong = solution_of(game);
  wrong.set(0, 2, value(wrong, 2) % 9 + 1);
  EXPECT_FALSE(game.apply(play::Solve{wrong}, 0)) << "no solution of this puzzle";
  EXPECT_FALSE(game.can_undo());
}

TEST(Game, AnEntryStrikesItsValueFromTheCellsThatSeeIt) {
  for (const bool cleans : {true, false}) {
    GameRecord record = sample_record();
    record.options.clean_marks = cleans;
    Game game = started(record);
    game.apply(play::FillMarks{}, 0);
    const auto before = cells_of(game);
    ASSERT_NE(game.marks_at(3) & 1 << 1, 0u) << "2 may stand in r1c4";
    ASSERT_TRUE(game.apply(play::SetEntry{2, 2}, 0));
    EXPECT_EQ(game.marks_at(2), 0u);
    EXPECT_EQ((game.marks_at(3) & 1 << 1) == 0, cleans);
    EXPECT_EQ(game.marks_at(30), before.second[30]) << "does not see it";
    game.apply(play::Undo{}, 0);
    EXPECT_EQ(cells_of(game), before);
  }
}

TEST(Game, FilledMarksAreWhatTheUnitsLeave) {
  Game game = started();
  ASSERT_TRUE(game.apply(play::FillMarks{}, 0));
  EXPECT_EQ(game.marks_at(2), 0b1011u) << "1, 2 and 4 in r1c3";
  EXPECT_EQ(game.marks_at(0), 0u) << "a given";
  EXPECT_FALSE(game.apply(play::FillMarks{}, 0)) << "nothing changes";
  GameRecord record;
  record.document = PuzzleDocument({3, 3});
  record.document.rules = RuleKind::x;
  record.document.givens.set(8, 8, 7);
  Game diagonal = started(record);
  EXPECT_EQ(diagonal.candidates(0) & 1 << 6, 0u) << "the diagonal sees it";
}

TEST(Game, MarksAreFilledByItselfWhereWished) {
  Game game = started();
  ASSERT_TRUE(game.apply(play::ChangeOptions{{true, true, true}}, 0));
  EXPECT_EQ(game.marks_at(2), 0b1011u);
  game.apply(play::SetEntry{2, 1}, 0);
  game.apply(play::ClearCell{2}, 0);
  EXPECT_EQ(game.marks_at(2), 0b1011u);
}

TEST(Game, ConflictsOfAllUnits) {
  Game game = started();
  EXPECT_TRUE(game.conflicts().empty());
  game.apply(play::SetEntry{2, 5}, 0);  // beside the 5 of r1c1
  EXPECT_EQ(game.conflicts(), (std::vector<int>{0, 2}));
  GameRecord record;
  record.document = PuzzleDocument({3, 3});
  record.document.rules = RuleKind::x;
  Game diagonal = started(record);
  diagonal.apply(play::SetEntry{0, 3}, 0);
  diagonal.apply(play::SetEntry{80, 3}, 0);
  EXPECT_EQ(diagonal.conflicts(), (std::vector<int>{0, 80}));
}

TEST(Game, OnlyTheTrueSolutionFinishes) {
  Game game = started();
  const Grid solution = solution_of(game);
  int last = -1;
  for (int cell = 0; cell < 81; ++cell)
    if (!game.is_given(cell)) last = cell;
  for (int cell = 0; cell < last; ++cell)
    game.apply(play::SetEntry{cell, value(solution, cell)}, 10);
  EXPECT_FALSE(game.finished());
  game.apply(play::SetEntry{last, value(solution, last) % 9 + 1}, 20);
  EXPECT_FALSE(game.finished()) << "full, but wrong";
  game.apply(play::SetEntry{last, value(solution, last)}, 30);
  EXPECT_TRUE(game.finished());
  EXPECT_FALSE(game.was_solved());
  EXPECT_FALSE(game.paused());
  EXPECT_FALSE(game.apply(play::SetEntry{last, 0}, 40)) << "done";
  EXPECT_EQ(game.elapsed_ms(5000), 30);
  EXPECT_TRUE(game.apply(play::Undo{}, 100));
  EXPECT_FALSE(game.finished());
  EXPECT_EQ(game.elapsed_ms(150), 80) << "the clock goes on";
}

TEST(Game, TheProgramSolves) {
  Game game = started();
  game.apply(play::SetEntry{2, 9}, 0);
  ASSERT_TRUE(game.apply(play::Solve{solution_of(game)}, 0));
  EXPECT_TRUE(game.finished() && game.was_solved());
  game.apply(play::Undo{}, 0);
  EXPECT_FALSE(game.was_solved());
  EXPECT_EQ(game.value_at(2), 9);
  EXPECT_EQ(game.document().entries.count_filled(), 1);
}

TEST(Game, HintsAreCarriedOut) {
  Game game = started();
  const std::optional<Grid> solution = solution_of(game);
  game.apply(play::SetEntry{2, value(*solution, 2) % 9 + 1}, 0);
  for (int step = 0; step < 100 && !game.finished(); ++step) {
    const auto hint = next_hint(game.help_board(solution));
    ASSERT_TRUE(hint.has_value());
    EXPECT_EQ(hint->step.kind, step == 0 ? HelpKind::wrong_entry : HelpKind::place);
    ASSERT_TRUE(game.apply(play::CarryOut{hint->step}, 0));
  }
  EXPECT_TRUE(game.finished());
}

TEST(Game, ThePausedClockStands) {
  Game game(sample_record());
  EXPECT_TRUE(game.paused());
  EXPECT_FALSE(game.apply(play::SetEntry{2, 4}, 0)) << "paused";
  EXPECT_EQ(game.elapsed_ms(9000), 0);
  game.apply(play::Pause{false}, 10000);
  EXPECT_EQ(game.elapsed_ms(12000), 2000);
  game.apply(play::Pause{true}, 13000);
  EXPECT_EQ(game.elapsed_ms(99000), 3000);
  EXPECT_FALSE(game.apply(play::Undo{}, 99000));
  game.apply(play::Pause{false}, 100000);
  EXPECT_EQ(game.record(101000).document.elapsed_ms, 4000);
}

TEST(Game, RestartIsAStepAndTakesTheTimeWithIt) {
  Game game = started();
  EXPECT_FALSE(game.apply(play::Restart{}, 500)) << "nothing to take away";
  game.apply(play::SetEntry{2, 4}, 1000);
  ASSERT_TRUE(game.apply(play::Restart{}, 5000));
  EXPECT_EQ(game.value_at(2), 0);
  EXPECT_EQ(game.elapsed_ms(6000), 1000);
  game.apply(play::Undo{}, 7000);
  EXPECT_EQ(game.value_at(2), 4);
  EXPECT_EQ(game.elapsed_ms(7000), 7000);
  game.apply(play::Redo{}, 8000);
  EXPECT_EQ(game.elapsed_ms(8500), 500);
}

TEST(Game, RecordsThatMakeNoSense) {
  GameRecord small;
  small.document = PuzzleDocument(Shape{1, 2});
  EXPECT_THROW(Game{small}, std::invalid_argument);
  GameRecord marks = sample_record();
  marks.document.marks = {1, 2};
  EXPECT_THROW(Game{marks}, std::invalid_argument);
  GameRecord regions = sample_record();
  regions.document.rules = RuleKind::jigsaw;
  EXPECT_THROW(Game{regions}, std::invalid_argument);
  // An entry in a given's cell is left out; steps that lead elsewhere are forgotten.
  GameRecord mixed = sample_record();
  mixed.document.entries.set(0, 0, 9);
  mixed.document.entries.set(0, 2, 4);
  mixed.steps = {{StepKind::edit, {{2, {}, {1, 0}}}, 0}};
  mixed.done = 7;
  Game game = started(mixed);
  EXPECT_EQ(game.value_at(0), 5);
  EXPECT_EQ(game.value_at(2), 4);
  EXPECT_FALSE(game.can_undo());
  mixed.steps = {{StepKind::edit, {{2, {}, {4, 0}}}, 0}, {StepKind::edit, {{999, {}, {}}}, 0}};
  mixed.done = 1;
  EXPECT_FALSE(Game{mixed}.can_undo()) << "a cell that is none";
  mixed.steps.pop_back();
  EXPECT_TRUE(Game{mixed}.can_undo());
}

TEST(Game, HowManyAreLeft) {
  Game game = started();
  EXPECT_EQ(game.left(8), 4);
  game.apply(play::SetEntry{2, 8}, 0);
  EXPECT_EQ(game.left(8), 3);
}

TEST(PuzzleStudy, UniqueSeveralNone) {
  const Rules rules = classic_rules({3, 3});
  const PuzzleStudy one = study_puzzle(rules, grid_of(kSamplePuzzle));
  EXPECT_TRUE(one.unique());
  EXPECT_EQ(one.grade, "easy");
  const PuzzleStudy many = study_puzzle(rules, Grid({3, 3}));
  EXPECT_EQ(many.state, SolveState::multiple);
  EXPECT_TRUE(many.solution.has_value());
  EXPECT_EQ(many.grade, "");
  Grid clash({3, 3});
  clash.set(0, 0, 1);
  clash.set(0, 1, 1);
  EXPECT_EQ(study_puzzle(rules, clash).state, SolveState::invalid);
}

}  // namespace
}  // namespace gridlens
