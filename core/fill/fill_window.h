#pragma once

#include <opencv2/core/mat.hpp>
#include <opencv2/core/types.hpp>

namespace gridlens {

// How a window stands at one moment. Places are in pixels of the desktop.
struct WindowSight {
  bool exists = false;
  bool shown = false;    // not minimised, not on another desktop
  bool focused = false;  // keys go to it
  bool covered = false;  // another program's window lies over the area that was asked about
  bool asks = false;     // another window of the same program has the focus
  cv::Rect place_px;     // without the window manager's frame
  cv::Point pointer_px;
  bool escape = false;    // Esc was pressed since the filling began; stays true
  bool modifier = false;  // Shift, Ctrl, Alt or Super is held, by somebody else than this program
  bool answered = false;  // the program has handled all that was sent before the newest ping()
};

// A window of another program that a filling looks at and types into, and the mouse and keyboard
// of its desktop. One thread. Calls do not wait for the other program.
class FillWindow {
 public:
  virtual ~FillWindow() = default;

  // `board_px`: the area whose covering matters, in pixels of the window; empty: all of it.
  virtual WindowSight sight(const cv::Rect& board_px) = 0;

  // The window's pixels, CV_8UC3 BGR; empty where they cannot be read.
  virtual cv::Mat grab() = 0;

  // Asks the desktop to bring the window to the front and give it the focus.
  virtual void activate() = 0;

  // The program selects the cell below the pointer, and a click would enter something there.
  [[nodiscard]] virtual bool selects_by_pointer() const = 0;

  // Asks the program to answer when it has handled all that was sent to it before. Not every
  // program does.
  virtual void ping() = 0;

  virtual void move_pointer(cv::Point desktop_px) = 0;
  virtual void press_button(bool down) = 0;  // the left one

  // `symbol`: '0'..'9', 'a'..'z'. False: the keyboard has no such key, nothing was sent.
  virtual bool press_key(char symbol, bool down) = 0;
};

}  // namespace gridlens
