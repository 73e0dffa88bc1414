#pragma once

#include <span>

namespace gridlens {

// The way of a filling, one input event a state: between every two events the window is looked at
// again.
//
//             has_focus           planned            cell_lacks
//   focusing ---------> planning --------> looking -------------> pointing
//                                          |  ^  ^                 | sent
//                              not_yet_due |  |  +---- changed ----+
//                                          v  | due                v
//                                       pausing                 pressing    cell_selected:
//                                                                  | sent    from pointing
//                  all_right, program_answered                     v
//            done <----------------------- looking             releasing   to typing
//                                          ^  |                    | sent
//                          changed, waited |  | not_arrived        v
//                                          |  v      sent        sent
//                                        awaiting <----- lifting <---- typing
//                                            ^  sent        | must_park
//                                            +-- parking <--+
//
// `must_park` leads from `looking` to `parking`, too, and `changed` from `typing` to `looking`. A
// fault leads from any of them to `stopped`.
enum class FillState {
  focusing = 1,  // the window is asked to the front
  planning,      // the board is read for the first time
  looking,       // the board is read: which entries stand there, which cell is next
  pausing,       // the next entry is not due yet
  pointing,      // the pointer is to go to the cell
  pressing,      // the mouse button is to go down
  releasing,     // the mouse button is to go up
  typing,        // the key is to go down
  lifting,       // the key is to go up
  parking,       // the pointer is to leave the cell, which is hard to read below it
  awaiting,      // the cell is to change
  done,          // every cell was seen on the screen
  stopped,       // a fault
};

enum class FillEvent {
  has_focus = 1,     // and nothing covers the board
  planned,           // the board is solved, and the person agrees to all that is to be typed
  not_yet_due,       // the next entry
  due,               // the next entry
  cell_lacks,        // its entry
  not_arrived,       // the entry that was typed, so far
  all_right,         // the board is complete
  program_answered,  // the last entry, by a window of its own that hides the board
  sent,              // the input event of this state
  cell_selected,     // by the pointer alone: a click would enter something
  must_park,         // the pointer, after the key or where a look is unclear below its marks
  changed,           // the cell's pixels
  waited,            // long enough for a change
  fault,
};

struct FillTransition {
  FillState from;
  FillEvent event;
  FillState to;
  const char* why;  // for people
};

// All transitions but the faults', which lead from every state to `stopped`.
std::span<const FillTransition> fill_transitions();

// The state after `event`. Throws std::logic_error for an event that cannot happen in that state.
FillState next_fill_state(FillState from, FillEvent event);

inline bool is_over(FillState state) {
  return state == FillState::done || state == FillState::stopped;
}

const char* to_string(FillState state);

}  // namespace gridlens
