#include "core/fill/filler.h"

#include <gtest/gtest.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "core/fill/fill_run.h"
#include "tests/unit/fake_fill_desk.h"
#include "tests/unit/sample_puzzle.h"

namespace gridlens {
namespace {

using std::chrono::milliseconds;

constexpr Shape kSmall{2, 2};
const char* const kPuzzle = "1..4.41...4.4..1";
const char* const kSolution = "1234341221434321";

class FillerTest : public testing::Test {
 protected:
  // A step each 4 ms, as run_filling makes them. `before`: is told the number of the step.
  const FillReport& run(const std::function<void(int)>& before = nullptr) {
    filler = std::make_unique<Filler>(desk, looker, options);
    for (steps = 0; steps < 20'000 && !is_over(filler->state()); ++steps) {
      if (before) before(steps);
      filler->step(now);
      now += milliseconds(4);
    }
    EXPECT_TRUE(is_over(filler->state()));
    return filler->report();
  }
  [[nodiscard]] int empty_cells() const { return 16 - desk.fixed.count_filled(); }

  FakeFillDesk desk{grid_of(kPuzzle, kSmall)};
  FakeLooker looker{grid_of(kPuzzle, kSmall), grid_of(kSolution, kSmall)};
  FillOptions options;
  std::unique_ptr<Filler> filler;
  Clock::time_point now = Clock::time_point(std::chrono::hours(1));
  int steps = 0;
};

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

TEST_F(FillerTest, KeepsThePace) {
  options.pace = milliseconds(2000);
  const auto begun = now;
  std::vector<Clock::time_point> at;
  desk.on_key = [&] { at.push_back(now); };
  EXPECT_EQ(run().state, FillState::done);
  for (size_t i = 1; i < at.size(); ++i) EXPECT_GE(at[i] - at[i - 1], options.pace);
  EXPECT_LT(now - begun, options.pace * empty_cells());  // the last one needs no pause
}

TEST_F(FillerTest, TypesALostEntryAgain) {
  desk.lost_keys = 2;
  EXPECT_EQ(run().state, FillState::done);
  EXPECT_EQ(desk.keys.size(), static_cast<size_t>(empty_cells()) + 2);
  EXPECT_EQ(desk.keys[0], desk.keys[2]);
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

struct Fault {
  const char* name;
  FillStop stop;
  std::function<void(FakeFillDesk&)> happen;
};

const std::vector<Fault> kFaults{
    {"moved mouse", FillStop::pointer_moved, [](auto& desk) { desk.state.pointer_px.x += 5; }},
    {"Esc", FillStop::escape, [](auto& desk) { desk.state.escape = true; }},
    {"held Ctrl", FillStop::modifier_held, [](auto& desk) { desk.state.modifier = true; }},
    {"closed", FillStop::window_closed, [](auto& desk) { desk.state = {}; }},
    {"minimised", FillStop::window_minimised, [](auto& desk) { desk.state.shown = false; }},
    {"moved", FillStop::window_moved, [](auto& desk) { desk.state.place_px.y += 1; }},
    {"resized", FillStop::window_resized, [](auto& desk) { desk.state.place_px.width += 1; }},
    {"covered", FillStop::window_covered, [](auto& desk) { desk.state.covered = true; }},
    {"focus stolen", FillStop::focus_lost, [](auto& desk) { desk.state.focused = false; }},
    {"asked", FillStop::program_asks,
     [](auto& desk) {
       desk.state.focused = false;
       desk.state.asks = true;
     }},
};

// Whenever a fault happens, nothing is pressed any more and the very next look stops the filling.
TEST_F(FillerTest, StopsAtOnceWheneverAFaultHappens) {
  run();
  const int all = steps;
  for (const Fault& fault : kFaults)
    for (int at = 0; at < all; ++at) {
      FakeFillDesk fresh(grid_of(kPuzzle, kSmall));
      Filler filling(fresh, looker, options);
      for (int step = 0; step < at; ++step, now += milliseconds(4)) filling.step(now);
      // Before it has begun the mouse may move; after the last key there is nothing to stop.
      if (filling.state() == FillState::focusing || fresh.keys.size() == 9U) continue;
      SCOPED_TRACE(std::string(fault.name) + " at step " + std::to_string(at) + ", " +
                   to_string(filling.state()));
      const size_t before = fresh.presses();
      fault.happen(fresh);
      filling.step(now);
      ASSERT_EQ(filling.report().stop, fault.stop);
      for (int more = 0; more < 100; ++more, now += milliseconds(4)) filling.step(now);
      ASSERT_EQ(fresh.presses(), before);
      ASSERT_TRUE(fresh.all_lifted());
    }
}

// Another puzzle, or a blank board, may be put up at any time, too: no key goes there but the one
// whose cell was clicked already.
TEST_F(FillerTest, TypesNothingIntoAnotherPuzzle) {
  run();
  const int all = steps;
  const Grid other = grid_of("2..3.32...3.3..2", kSmall);
  for (int at = 0; at < all; ++at) {
    FakeFillDesk fresh(grid_of(kPuzzle, kSmall));
    Filler filling(fresh, looker, options);
    for (int step = 0; step < at; ++step, now += milliseconds(4)) filling.step(now);
    if (!filling.report().plan || is_over(filling.state())) continue;
    SCOPED_TRACE("at step " + std::to_string(at) + ", " + to_string(filling.state()));
    const size_t typed = fresh.keys.size();
    const bool clicked = filling.state() == FillState::pressing ||
                         filling.state() == FillState::releasing ||
                         filling.state() == FillState::typing;
    fresh.board = other;
    const auto since = now;
    for (int more = 0; more < 2000 && !is_over(filling.state()); ++more, now += milliseconds(4))
      filling.step(now);
    if (filling.state() == FillState::done) {  // the picture was taken before
      ASSERT_EQ(fresh.keys.size(), 9U);
      continue;
    }
    ASSERT_EQ(filling.report().stop, FillStop::another_puzzle);
    ASSERT_LE(fresh.keys.size(), typed + (clicked ? 1 : 0));
    if (!clicked) {
      ASSERT_LT(now - since, milliseconds(500));
    }
  }
}

}  // namespace
}  // namespace gridlens
