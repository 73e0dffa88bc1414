#pragma once

#include <span>

namespace gridlens {

// The life of a lattice that is followed, from its find to its loss: what is shown of it and how
// often it is read hang on this and on nothing else. What its symbols say is ReadState's business.
//
//              sure                      sure
//  candidate --------> confirmed <------------------ rejected
//     | doubt           |  ^  ^                         ^
//     v         doubts  |  |  | sure                    | none
//  tentative <----------+  |  |          none           |
//     |   ^----------------+  +---- tentative, candidate+
//     | remembered
//     v                 found again
//  recalled   candidate <--------------- lost <--- any of them but rejected
//
// Another page in the same place makes any of them a candidate.
enum class TrackState {
  candidate = 1,  // found; nothing says yet that it is a Sudoku. Not shown
  tentative,      // taken for a Sudoku whose reading is in doubt. Shown, without a solution
  confirmed,      // surely read by its own evidence. Shown
  recalled,       // in doubt, but known from a moment ago: what was read then is shown
  rejected,       // no Sudoku. Followed so that the search knows the place. Not shown
  lost,           // not seen in the newest frame. Not shown
};

// What happens to it.
enum class TrackEvent {
  read_surely = 1,
  read_in_doubt,    // a Sudoku by what is seen, and seen well enough to be shown
  unproven,         // nothing that would change its state
  doubts_outlast,   // more readings in doubt than a sure one outlives, or one contradicts it
  looks_like_none,  // the reading says that it is no Sudoku, or nothing came of many readings
  page_exchanged,
  remembered,  // what can be seen of it fits a puzzle of a moment ago
  disappeared,
  found_again,  // where it was lost, within a moment
};

// One row of the table: `event` leads from one state to another, because ...
struct Transition {
  TrackState from;
  TrackEvent event;
  TrackState to;
  const char* why;  // for people
};

// All transitions; what is not among them changes nothing.
std::span<const Transition> transitions();

// The row that applies; null where the event changes nothing.
const Transition* transition(TrackState from, TrackEvent event);

// Boards are reported in these states alone.
inline bool is_shown(TrackState state) {
  return state == TrackState::tentative || state == TrackState::confirmed ||
         state == TrackState::recalled;
}

const char* to_string(TrackState state);

}  // namespace gridlens
