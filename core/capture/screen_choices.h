#pragma once

#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

namespace gridlens {

// A window that may be read.
struct ScreenChoice {
  std::string spec;    // as `--input` takes it: by its id
  std::string title;   // UTF-8, one line; may be empty
  bool shown = false;  // not minimised
  cv::Mat picture;     // CV_8UC3 BGR, small; empty where it is not shown
};

struct ScreenChoices {
  std::vector<ScreenChoice> windows;  // the topmost first; GridLens' own are left out
  cv::Mat desktop;      // CV_8UC3 BGR, of the whole screen without GridLens' windows; or empty
  std::string trouble;  // why there is nothing to choose from, one line; or empty
};

// What the screen shows now, for a person to choose from. `most_px`: of the windows' pictures.
// Takes some tenths of a second: not for the window's thread. Never throws.
ScreenChoices look_at_screen(cv::Size most_px);

// As `--input` takes it, for another run of the program, in which a window has another id: by its
// title. `spec`: of an open source of the screen. Empty: the window has no title.
std::string lasting_screen_spec(const std::string& spec, const std::string& window_title);

}  // namespace gridlens
