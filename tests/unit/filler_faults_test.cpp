// What may happen while a board is filled in, at every step.
#include "tests/unit/filler_fixture.h"

namespace gridlens {
namespace {

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
