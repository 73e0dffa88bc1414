#include <gtest/gtest.h>

#include <map>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "core/fill/fill_plan.h"
#include "core/fill/fill_state.h"
#include "core/fill/fill_stop.h"
#include "tests/unit/sample_puzzle.h"

namespace gridlens {
namespace {

using S = FillState;
using E = FillEvent;

const std::vector<E> kEvents{E::has_focus,        E::planned,     E::not_yet_due, E::due,
                             E::cell_lacks,       E::not_arrived, E::all_right,   E::sent,
                             E::program_answered, E::changed,     E::waited,      E::fault,
                             E::cell_selected,    E::must_park};

// Every state and every event; '-' cannot happen. Columns as kEvents.
const std::map<S, std::string> kExpected{
    {S::focusing, "P - - - - - - - - - - X - -"},  {S::planning, "- L - - - - - - - - - X - -"},
    {S::looking, "- - W - o a D - D - - X - k"},   {S::pausing, "- - - L - - - - - - - X - -"},
    {S::pointing, "- - - - - - - p - L - X t -"},  {S::pressing, "- - - - - - - r - - - X - -"},
    {S::releasing, "- - - - - - - t - - - X - -"}, {S::typing, "- - - - - - - l - L - X - -"},
    {S::lifting, "- - - - - - - a - - - X - k"},   {S::awaiting, "- - - - - - - - - L L X - -"},
    {S::parking, "- - - - - - - a - - - X - -"},   {S::done, "- - - - - - - - - - - - - -"},
    {S::stopped, "- - - - - - - - - - - - - -"},
};
const std::map<char, S> kLetters{{'P', S::planning}, {'L', S::looking},  {'W', S::pausing},
                                 {'o', S::pointing}, {'p', S::pressing}, {'r', S::releasing},
                                 {'t', S::typing},   {'l', S::lifting},  {'a', S::awaiting},
                                 {'k', S::parking},  {'D', S::done},     {'X', S::stopped}};

TEST(FillStateTable, LeadsWhereItShould) {
  for (const auto& [state, row] : kExpected)
    for (size_t event = 0; event < kEvents.size(); ++event) {
      SCOPED_TRACE(std::string(to_string(state)) + ", column " + std::to_string(event + 1));
      const char letter = row[2 * event];
      if (letter == '-')
        EXPECT_THROW(next_fill_state(state, kEvents[event]), std::logic_error);
      else
        EXPECT_EQ(next_fill_state(state, kEvents[event]), kLetters.at(letter));
    }
}

TEST(FillStateTable, HasNoRowTwiceAndAReasonForEach) {
  std::set<std::pair<S, E>> seen;
  for (const FillTransition& row : fill_transitions()) {
    EXPECT_TRUE(seen.insert({row.from, row.event}).second);
    EXPECT_NE(std::string(row.why), "");
  }
}

// A key goes down only after a look and the pointer's move to the cell.
TEST(FillStateTable, EveryWayToTypingLeadsFromALookThroughPointing) {
  const std::map<S, std::set<S>> only_from{{S::typing, {S::releasing, S::pointing}},
                                           {S::releasing, {S::pressing}},
                                           {S::pressing, {S::pointing}},
                                           {S::pointing, {S::looking}}};
  for (const FillTransition& row : fill_transitions())
    if (const auto found = only_from.find(row.to); found != only_from.end()) {
      EXPECT_TRUE(found->second.contains(row.from)) << to_string(row.from);
    }
}

BoardResult sample_board() {
  BoardResult board;
  board.n = 9;
  board.shape = Shape{3, 3};
  board.alphabet = Alphabet{AlphabetKind::numerals, 9};
  board.clues = grid_of(kSamplePuzzle);
  board.entries = Grid(Shape{3, 3});
  board.solution =
      grid_of("534678912672195348198342567859761423426853791713924856961537284287419635345286179");
  board.state = BoardState::solved;
  board.image_from_board = Homography({50, 0, 100, 0, 40, 60, 0, 0, 1});
  return board;
}

TEST(FillPlanTest, ListsMissingAndWrongCells) {
  BoardResult board = sample_board();
  board.entries->set(0, 2, 4);  // right
  board.entries->set(0, 3, 1);  // 6
  std::string trouble;
  const auto plan = plan_filling({board}, trouble);
  ASSERT_TRUE(plan) << trouble;
  EXPECT_EQ(plan->missing.size(), 81U - 30U - 2U);
  EXPECT_EQ(plan->wrong, std::vector<int>{3});
  EXPECT_EQ(plan->cells().size(), 50U);
  EXPECT_EQ(wrong_entries_text(*plan), "r1c4 is not 1");
  EXPECT_EQ(entry_text(*plan, 3), "r1c4 6");
}

TEST(FillPlanTest, SaysWhyThereIsNone) {
  std::string trouble;
  EXPECT_FALSE(plan_filling({}, trouble));
  EXPECT_EQ(trouble, "no puzzle is seen in the window");
  BoardResult board = sample_board();
  EXPECT_FALSE(plan_filling({board, board}, trouble));
  EXPECT_EQ(trouble, "several solved boards are seen in the window");
  board.solution.reset();
  board.message = "two 7s in row 4";
  EXPECT_FALSE(plan_filling({board}, trouble));
  EXPECT_EQ(trouble, "the board in the window is not solved: two 7s in row 4");
}

TEST(FillPlanTest, PlacesGoByTheHomography) {
  const Homography& image_from_board = sample_board().image_from_board;
  EXPECT_EQ(cell_centre_px(image_from_board, 9, 0), cv::Point(125, 80));
  EXPECT_EQ(cell_centre_px(image_from_board, 9, 80), cv::Point(525, 400));
  EXPECT_EQ(board_area_px(image_from_board, 9), cv::Rect(100, 60, 451, 361));
  const cv::Rect inner = cell_area_px(image_from_board, 9, 0, {640, 480});
  EXPECT_GT(inner.x, 100);
  EXPECT_LT(inner.br().x, 150);
  EXPECT_TRUE(cell_area_px(image_from_board, 9, 80, {300, 200}).empty());
}

TEST(FillPlanTest, KeysAreWhatProgramsTake) {
  EXPECT_EQ(fill_key({AlphabetKind::numerals, 9}, 9), '9');
  EXPECT_EQ(fill_key({AlphabetKind::numerals, 16}, 10), 'a');
  EXPECT_EQ(fill_key({AlphabetKind::digits_then_letters, 12}, 12), 'c');
  EXPECT_EQ(fill_key({AlphabetKind::letters, 16}, 1), 'a');
  EXPECT_EQ(fill_key({AlphabetKind::letters, 25}, 25), 'y');
  EXPECT_EQ(fill_key({AlphabetKind::hexadecimal, 16}, 1), '0');
  EXPECT_EQ(fill_key({AlphabetKind::hexadecimal, 16}, 16), 'f');
}

TEST(FillPlanTest, KnowsThePuzzleAgainWhateverKindItsEntriesAreTakenFor) {
  std::string trouble;
  const auto plan = plan_filling({sample_board()}, trouble);
  ASSERT_TRUE(plan);
  BoardResult later = sample_board();
  later.clues->set(0, 2, 4);  // typed, and taken for print
  later.entries->set(0, 3, 6);
  later.state = BoardState::unreadable;
  const PlanSight sight = find_planned_board(*plan, {later});
  ASSERT_EQ(sight.kind, PlanSightKind::same_puzzle);
  EXPECT_EQ(sight.symbols.at(0, 2), 4);
  EXPECT_EQ(sight.symbols.at(0, 3), 6);
}

TEST(FillPlanTest, AHiddenGivenMakesALookUnclearAndOthersAnotherPuzzle) {
  std::string trouble;
  const auto plan = plan_filling({sample_board()}, trouble);
  ASSERT_TRUE(plan);
  BoardResult later = sample_board();
  later.clues->set(0, 0, 0);
  EXPECT_EQ(find_planned_board(*plan, {later}).kind, PlanSightKind::unclear);
  later.clues->set(0, 0, 7);  // one misread symbol is no other puzzle
  EXPECT_EQ(find_planned_board(*plan, {later}).kind, PlanSightKind::unclear);
  EXPECT_EQ(find_planned_board(*plan, {}).kind, PlanSightKind::unclear);
  Grid other(Shape{3, 3});
  for (int cell = 0; cell < 81; ++cell)
    if (const int value = plan->givens.at(cell)) other.set(cell, value % 9 + 1);
  later.clues = other;
  EXPECT_EQ(find_planned_board(*plan, {later}).kind, PlanSightKind::another_puzzle);
  later.state = BoardState::unreadable;
  EXPECT_EQ(find_planned_board(*plan, {later}).kind, PlanSightKind::unclear);
}

TEST(FillPlanTest, AGivenInDoubtBetweenSymbolsMayBeThePlannedOne) {
  std::string trouble;
  const auto plan = plan_filling({sample_board()}, trouble);
  ASSERT_TRUE(plan);
  BoardResult later = sample_board();
  const int given = plan->givens.at(0, 0);
  ASSERT_GT(given, 0);
  later.state = BoardState::unreadable;
  later.clues->set(0, 0, 7);
  later.likeliest = CellMap<std::array<int, 2>>(81, {0, -1});
  later.likeliest[0] = {7, given};
  EXPECT_EQ(find_planned_board(*plan, {later}).kind, PlanSightKind::unclear);
  later.doubtful = {0};
  const PlanSight sight = find_planned_board(*plan, {later});
  ASSERT_EQ(sight.kind, PlanSightKind::same_puzzle);
  EXPECT_EQ(sight.symbols.at(0, 0), given);
  later.likeliest[0] = {0, given};  // something may hide it
  later.clues->set(0, 0, 0);
  EXPECT_EQ(find_planned_board(*plan, {later}).kind, PlanSightKind::unclear);
}

TEST(FillPlanTest, ACellOfTheSamePixelsIsNotReadAgain) {
  std::string trouble;
  const auto plan = plan_filling({sample_board()}, trouble);
  ASSERT_TRUE(plan);
  BoardResult later = sample_board();
  later.clues->set(0, 0, 0);
  CellFlags same(81);
  same[0] = true;
  const PlanSight sight = find_planned_board(*plan, {later}, same);
  ASSERT_EQ(sight.kind, PlanSightKind::same_puzzle);
  EXPECT_EQ(sight.symbols.at(0, 0), plan->solution.at(0, 0));
}

TEST(FillPlanTest, AnEntryHardlyLikelierThanABlankIsMissing) {
  std::string trouble;
  BoardResult board = sample_board();
  const auto before = plan_filling({board}, trouble);
  ASSERT_TRUE(before);
  const int cell = before->missing.front(), row = cell / 9, col = cell % 9;
  board.entries->set(row, col, before->solution.at(row, col));
  board.confidence = CellMap<float>(81, 1);
  EXPECT_EQ(plan_filling({board}, trouble)->missing.size() + 1, before->missing.size());
  board.confidence[cell] = 0.53F;  // the pattern of a blank tile
  EXPECT_EQ(plan_filling({board}, trouble)->missing, before->missing);
  EXPECT_EQ(find_planned_board(*before, {board}).unsure, std::vector{cell});
}

TEST(FillPlanTest, ADoubtDoesNotUndoAnEntryThatWasSeen) {
  std::string trouble;
  const auto plan = plan_filling({sample_board()}, trouble);
  ASSERT_TRUE(plan);
  const int cell = plan->missing.front(), row = cell / 9, col = cell % 9;
  BoardResult later = sample_board();
  later.likeliest = CellMap<std::array<int, 2>>(81, {});
  later.likeliest[cell] = {0, plan->solution.at(row, col)};
  CellFlags once_right(81);
  once_right[cell] = true;
  const auto shown = [&] {
    return find_planned_board(*plan, {later}, {}, once_right).symbols.at(row, col);
  };
  EXPECT_EQ(shown(), 0);  // surely blank
  later.doubtful = {cell};
  EXPECT_EQ(shown(), plan->solution.at(row, col));
  once_right = {};
  EXPECT_EQ(shown(), 0);
}

TEST(FillPlanTest, ATintHidesAnEntryThatWasSeenAndDoesNotUndoIt) {
  std::string trouble;
  const auto plan = plan_filling({sample_board()}, trouble);
  ASSERT_TRUE(plan);
  const int cell = plan->missing.front(), row = cell / 9, col = cell % 9;
  const int right = plan->solution.at(row, col);
  BoardResult later = sample_board();
  CellFlags once_right(81), tinted(81);
  const auto shown = [&] {
    return find_planned_board(*plan, {later}, {}, once_right, tinted).symbols.at(row, col);
  };
  tinted[cell] = true;
  EXPECT_EQ(shown(), 0);
  once_right[cell] = true;
  EXPECT_EQ(shown(), right);
  later.entries->set(row, col, right % 9 + 1);  // another symbol is no tint
  EXPECT_EQ(shown(), right % 9 + 1);
}

TEST(FillStopText, IsThereForEachStop) {
  for (int stop = static_cast<int>(FillStop::interrupted);
       stop <= static_cast<int>(FillStop::entry_refused); ++stop)
    EXPECT_NE(std::string(to_string(static_cast<FillStop>(stop))), "") << stop;
}

}  // namespace
}  // namespace gridlens
