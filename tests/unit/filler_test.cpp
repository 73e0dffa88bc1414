#include "tests/unit/filler_fixture.h"

namespace gridlens {
namespace {

TEST_F(FillerTest, TypesEachMissingEntryOnceAndSeesAllOfThem) {
  const FillReport& report = run();
  EXPECT_EQ(report.state, FillState::done);
  EXPECT_EQ(desk.board, grid_of(kSolution, kSmall));
  EXPECT_EQ(desk.keys.size(), static_cast<size_t>(empty_cells()));
  EXPECT_EQ(report.verified, report.cells);
  EXPECT_TRUE(report.unseen.empty());
  EXPECT_TRUE(desk.all_lifted());
  EXPECT_EQ(fill_report_text(report), "9 entries typed and seen");
  EXPECT_EQ(desk.activations, 0);  // it had the focus
}

TEST_F(FillerTest, ClicksTheCellsWhereTheBoardLies) {
  run();
  EXPECT_EQ(desk.events[0], "move 330,210");  // r1c2: 30,10 in the window
}

TEST_F(FillerTest, AsksForTheFocusFirst) {
  desk.state.focused = false;
  EXPECT_EQ(run().state, FillState::done);
  EXPECT_EQ(desk.activations, 1);
}

TEST_F(FillerTest, TypesNothingWhereTheFocusDoesNotCome) {
  desk.state.focused = desk.comes_to_front = false;
  EXPECT_EQ(run().stop, FillStop::no_focus);
  EXPECT_TRUE(desk.events.empty());
}

TEST_F(FillerTest, WaitsForAPopoverToClose) {
  desk.popover = true;
  EXPECT_EQ(run().state, FillState::done);
  EXPECT_EQ(desk.keys.size(), static_cast<size_t>(empty_cells()));
}

TEST_F(FillerTest, ClicksNothingWhereThePointerSelectsAndLeavesTheCellToLook) {
  desk.pointer_selects = true;
  EXPECT_EQ(run().state, FillState::done);
  for (const std::string& event : desk.events) EXPECT_EQ(event.find("button"), std::string::npos);
  ASSERT_GT(desk.events.size(), 3U);
  EXPECT_EQ(desk.events[3], "move 370,270");  // from r1c2 to r4c4
}

TEST_F(FillerTest, JudgesNoEntryBelowThePointersMark) {
  desk.pointer_selects = desk.mark_hides = true;
  EXPECT_EQ(run().state, FillState::done);
  EXPECT_EQ(desk.board, grid_of(kSolution, kSmall));
  EXPECT_EQ(looker.thorough, 2);
}

TEST_F(FillerTest, KeepsThePace) {
  options.pace = milliseconds(2000);
  const auto begun = now;
  std::vector<Clock::time_point> at;
  desk.on_key = [&] { at.push_back(now); };
  EXPECT_EQ(run().state, FillState::done);
  for (size_t i = 1; i < at.size(); ++i) EXPECT_GE(at[i] - at[i - 1], options.pace);
  EXPECT_LT(now - begun, options.pace * empty_cells());  // the last one needs no pause
}

TEST_F(FillerTest, GlancesWhereNothingIsOpen) {
  EXPECT_EQ(run().state, FillState::done);
  EXPECT_EQ(looker.thorough, 2);  // the plan, and the first look by it
  EXPECT_GE(looker.glances, empty_cells());
}

TEST_F(FillerTest, LooksThoroughlyWhereAGlanceShowsNothing) {
  looker.blind_glances = true;
  EXPECT_EQ(run().state, FillState::done);
  EXPECT_EQ(desk.keys.size(), static_cast<size_t>(empty_cells()));
}

TEST_F(FillerTest, TypesOnlyWhenTheClickIsSeen) {
  desk.late_clicks = 12;
  EXPECT_EQ(run().state, FillState::done);
  EXPECT_EQ(desk.keys.size(), static_cast<size_t>(empty_cells()));
}

TEST_F(FillerTest, TypesALostEntryOnceMore) {
  desk.lost_keys = 1;
  EXPECT_EQ(run().state, FillState::done);
  EXPECT_EQ(desk.keys.size(), static_cast<size_t>(empty_cells()) + 1);
  EXPECT_EQ(desk.keys[0], desk.keys[1]);
}

// Another cell may have been chosen before the filling began; the click then lets it go.
TEST_F(FillerTest, TypesNoLostEntryAgainOnceOneHasArrived) {
  desk.on_key = [&] { desk.lost_keys = 1; };
  EXPECT_EQ(run().stop, FillStop::entry_refused);
  EXPECT_EQ(desk.keys.size(), 2U);
}

TEST_F(FillerTest, TellsARefusalWithin200MsOfTheKey) {
  Clock::time_point typed;
  desk.on_key = [&] {
    typed = now;
    desk.refuses = desk.keys.size() == 3;
  };
  EXPECT_EQ(run().stop, FillStop::entry_refused);
  EXPECT_EQ(desk.keys.size(), 4U);
  EXPECT_LT(now - typed, milliseconds(200));
}

TEST_F(FillerTest, WaitsForABusyProgramBeforeItTellsARefusal) {
  Clock::time_point typed;
  desk.on_key = [&] {
    typed = now;
    desk.refuses = desk.keys.size() == 3;
    if (desk.refuses) desk.busy_looks = 500;  // 2 s
  };
  EXPECT_EQ(run().stop, FillStop::entry_refused);
  EXPECT_GT(now - typed, milliseconds(2000));
  EXPECT_LT(now - typed, milliseconds(2200));
}

TEST_F(FillerTest, AProgramThatAnswersNoPingsHasASecond) {
  desk.answers_pings = false;
  EXPECT_EQ(run().state, FillState::done);
  desk.board = grid_of(kPuzzle, kSmall);
  Clock::time_point typed;
  desk.on_key = [&] {
    typed = now;
    desk.refuses = true;
  };
  EXPECT_EQ(run().stop, FillStop::entry_refused);
  EXPECT_GT(now - typed, options.silent);
  EXPECT_LT(now - typed, options.silent + milliseconds(100));
}

TEST_F(FillerTest, StopsWhereTheProgramHangs) {
  desk.on_key = [&] { desk.hangs = desk.refuses = desk.keys.size() >= 2; };
  const FillReport& report = run();
  EXPECT_EQ(report.stop, FillStop::no_answer);
  EXPECT_EQ(report.detail, "");
}

TEST_F(FillerTest, TypesNothingWhereAClickIsNoLongerSeen) {
  desk.on_key = [&] { desk.lazy = desk.keys.size() == 2; };
  const FillReport& report = run();
  EXPECT_EQ(report.stop, FillStop::no_answer);
  EXPECT_EQ(report.detail, "r2c1 was clicked");
  EXPECT_EQ(desk.keys.size(), 2U);
}

TEST_F(FillerTest, FillsInWhereCellsAreNotMarked) {
  desk.marks = false;
  EXPECT_EQ(run().state, FillState::done);
  EXPECT_EQ(desk.keys.size(), static_cast<size_t>(empty_cells()));
}

TEST_F(FillerTest, GivesUpAnEntryThatTheProgramRefuses) {
  desk.refuses = true;
  const FillReport& report = run();
  EXPECT_EQ(report.stop, FillStop::entry_refused);
  EXPECT_EQ(report.detail, "r1c2 shows nothing instead of 2");
  EXPECT_EQ(desk.keys.size(), static_cast<size_t>(options.attempts));
  EXPECT_EQ(fill_report_text(report),
            "stopped: the program does not take an entry (r1c2 shows nothing instead of 2); 0 of 9 "
            "entries typed and seen; typed, not seen: r1c2 2");
}

TEST_F(FillerTest, TypesAnEntryAgainThatWasThereAndWent) {
  int keys = 0;
  desk.on_key = [&] {
    if (++keys == 4) desk.board.set(0, 1, 0);
  };
  EXPECT_EQ(run().state, FillState::done);
  EXPECT_EQ(desk.board, grid_of(kSolution, kSmall));
}

TEST_F(FillerTest, LeavesWrongEntriesAloneUnlessToldToCorrectThem) {
  desk.board.set(0, 1, 3);
  const FillReport& report = run();
  EXPECT_EQ(report.stop, FillStop::wrong_entries);
  EXPECT_EQ(report.detail, "r1c2 is not 3");
  EXPECT_TRUE(desk.events.empty());
  desk.board.set(0, 1, 0);
  desk.board.set(2, 3, 1);
  options.correct = true;
  EXPECT_EQ(run().state, FillState::done);
  EXPECT_EQ(desk.keys.front().first, 11);  // before what may clash with it
  EXPECT_EQ(desk.board, grid_of(kSolution, kSmall));
}

TEST_F(FillerTest, TouchesNoEntryOfThePersonThatIsRight) {
  desk.board.set(0, 1, 2);
  EXPECT_EQ(run().state, FillState::done);
  for (const auto& [cell, key] : desk.keys) EXPECT_NE(cell, 1);
  EXPECT_EQ(desk.keys.size(), static_cast<size_t>(empty_cells()) - 1);
}

TEST_F(FillerTest, HasNothingToDoOnACompleteBoard) {
  desk.board = grid_of(kSolution, kSmall);
  EXPECT_EQ(run().state, FillState::done);
  EXPECT_TRUE(desk.events.empty());
}

TEST_F(FillerTest, SaysThatTheBoardCannotBeRead) {
  desk.blank = true;
  const FillReport& report = run();
  EXPECT_EQ(report.stop, FillStop::no_plan);
  EXPECT_EQ(fill_report_text(report),
            "stopped: the board cannot be filled in (no puzzle is seen in the window)");
  EXPECT_TRUE(desk.events.empty());
}

TEST_F(FillerTest, StopsWhereTheKeyboardLacksASymbol) {
  desk.missing_key = '2';
  EXPECT_EQ(run().stop, FillStop::no_key);
  EXPECT_TRUE(desk.keys.empty());
}

TEST_F(FillerTest, TypesNothingIntoABoardThatIsNoLongerRead) {
  int keys = 0;
  desk.on_key = [&] { desk.blank = ++keys == 3; };
  EXPECT_EQ(run().stop, FillStop::unreadable);
  EXPECT_EQ(keys, 3);
}

// gnome-sudoku blanks the full board and asks something.
TEST_F(FillerTest, TakesAProgramsOwnWindowForAnAnswerToTheLastEntryAlone) {
  for (const int asks_after : {empty_cells(), empty_cells() - 1}) {
    desk.board = grid_of(kPuzzle, kSmall);
    desk.blank = desk.state.asks = false;
    desk.state.focused = true;
    desk.keys.clear();
    desk.on_key = [&] {
      if (static_cast<int>(desk.keys.size()) < asks_after) return;
      desk.blank = desk.state.asks = true;
      desk.state.focused = false;
    };
    const FillReport& report = run();
    EXPECT_EQ(desk.keys.size(), static_cast<size_t>(asks_after));
    if (asks_after == empty_cells()) {
      EXPECT_EQ(report.state, FillState::done);
      EXPECT_TRUE(report.answered);
      EXPECT_EQ(report.unseen.size(), 1U);
    } else {
      EXPECT_EQ(report.stop, FillStop::program_asks);
    }
  }
}

TEST_F(FillerTest, NobodyElsesWindowIsAnAnswer) {
  desk.on_key = [&] {
    if (static_cast<int>(desk.keys.size()) < empty_cells()) return;
    desk.blank = true;
    desk.state.focused = false;
  };
  EXPECT_EQ(run().stop, FillStop::focus_lost);
}

TEST_F(FillerTest, AMoveOfTheMouseAfterTheLastEntryDoesNotUndoIt) {
  desk.on_key = [&] {
    if (static_cast<int>(desk.keys.size()) == empty_cells()) desk.state.pointer_px = {1, 1};
  };
  EXPECT_EQ(run().state, FillState::done);
}

TEST_F(FillerTest, ButTheLastEntryIsNotTypedAgainThen) {
  desk.on_key = [&] {
    if (static_cast<int>(desk.keys.size()) < empty_cells()) return;
    desk.board.set(3, 2, 0);
    desk.state.pointer_px = {1, 1};
  };
  EXPECT_EQ(run().stop, FillStop::pointer_moved);
  EXPECT_EQ(desk.keys.size(), static_cast<size_t>(empty_cells()));
}

TEST_F(FillerTest, StopsWhenToldTo) {
  run([&](int step) {
    if (step == 60) filler->stop(FillStop::interrupted);
  });
  EXPECT_EQ(filler->report().stop, FillStop::interrupted);
  EXPECT_TRUE(desk.all_lifted());
}

}  // namespace
}  // namespace gridlens
