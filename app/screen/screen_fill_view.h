#pragma once

#include <string>

namespace gridlens {

// Filling in the board that another program shows.
struct ScreenFillView {
  bool possible = false;  // the input is a window or a part of the screen with a solved board
  bool running = false;
  int seconds_left = 0;  // until it begins; 0: it has begun
  int seen = 0, cells = 0;
  int pace_ms = 120;
  std::string told;    // how the newest one ended, one line; or empty
  bool well = false;   // it ended well
  bool wrong = false;  // wrong entries ended it: the person may want to have them typed over
};

}  // namespace gridlens
