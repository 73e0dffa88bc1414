#include "core/fill/fill_stop.h"

namespace gridlens {

const char* to_string(FillStop stop) {
  switch (stop) {
    case FillStop::interrupted:
      return "it was interrupted";
    case FillStop::no_focus:
      return "the window does not get the focus";
    case FillStop::no_plan:
      return "the board cannot be filled in";
    case FillStop::wrong_entries:
      return "wrong entries stand on the board";
    case FillStop::pointer_moved:
      return "the mouse was moved";
    case FillStop::escape:
      return "Esc was pressed";
    case FillStop::modifier_held:
      return "a modifier key (Shift, Ctrl, Alt or Super) is held";
    case FillStop::window_closed:
      return "the window was closed";
    case FillStop::window_minimised:
      return "the window is minimised or on another desktop";
    case FillStop::window_moved:
      return "the window was moved";
    case FillStop::window_resized:
      return "the window was resized";
    case FillStop::window_covered:
      return "another window covers the board";
    case FillStop::focus_lost:
      return "the window lost the focus";
    case FillStop::program_asks:
      return "the program shows a window of its own";
    case FillStop::another_puzzle:
      return "another puzzle has appeared";
    case FillStop::unreadable:
      return "the board can no longer be read";
    case FillStop::no_answer:
      return "the program does not respond";
    case FillStop::off_screen:
      return "a cell lies outside of the window";
    case FillStop::no_key:
      return "the keyboard has no key for a symbol";
    case FillStop::entry_refused:
      return "the program does not take an entry";
  }
  return "";
}

}  // namespace gridlens
