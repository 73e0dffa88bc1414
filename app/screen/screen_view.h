#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

namespace gridlens {

// A small picture for the panel. Whoever shows it may keep what it made of it by the serial number:
// another picture has another one.
struct PanelPicture {
  cv::Mat bgr;  // CV_8UC3, not changed any more; empty: none
  std::uint64_t serial = 0;
};

struct WindowCard {  // of another program
  std::string spec;  // as --input takes it
  std::string title;
  bool shown = false;    // not minimised
  PanelPicture picture;  // small; none where it is not shown
};

// To choose a window, the screen or a part of it as the input.
struct ScreenPickerView {
  bool open = false;
  bool looking = false;             // what there is to choose from is not known yet
  std::vector<WindowCard> windows;  // topmost first
  PanelPicture desktop;             // the whole screen, without GridLens' windows
  std::string trouble;              // why there is nothing to choose from, one line; or empty
};

// The overlay over the window or the part of the screen that is read.
struct ScreenOverlayView {
  bool on = false;
  std::string trouble;  // why it is not seen, one line; or empty
};

}  // namespace gridlens
