#pragma once

#include <opencv2/core/types.hpp>
#include <string>

namespace gridlens {

// What `--input screen`, `screen:X,Y,WxH` or `window:TITLE|ID` names.
struct ScreenSpec {
  std::string window;  // a part of its title, or its id; empty: the screen
  cv::Rect area_px;    // of the screen; empty: all of it
};

// True where `spec` has one of these forms, right or wrong.
bool names_screen(const std::string& spec);

// Throws CaptureError with one line where the form is wrong. Whether there is such a window, and
// whether the area lies on the screen, is for the opening.
ScreenSpec parse_screen_spec(const std::string& spec);

std::string screen_spec_text(const cv::Rect& area_px);  // "screen:100,50,640x480"

}  // namespace gridlens
