#pragma once

namespace gridlens {

// Why a filling stopped.
enum class FillStop {
  interrupted = 1,  // by whoever runs it
  no_focus,         // the window did not come to the front
  no_plan,          // no board, no one solution, ...: the detail tells
  wrong_entries,    // stand on the board, and nobody agreed to their correction
  pointer_moved,
  escape,
  modifier_held,
  window_closed,
  window_minimised,
  window_moved,
  window_resized,
  window_covered,
  focus_lost,
  program_asks,  // a window of the program's own is in front
  another_puzzle,
  unreadable,     // the board was not read again for a while
  no_answer,      // the program does not handle what is sent to it
  off_screen,     // the cell lies outside of the desktop
  no_key,         // the keyboard lacks the symbol
  entry_refused,  // the entry does not arrive
};

// "the mouse was moved"
const char* to_string(FillStop stop);

}  // namespace gridlens
