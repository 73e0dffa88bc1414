#pragma once

#include <chrono>
#include <map>
#include <opencv2/core/mat.hpp>
#include <set>

#include "core/capture/x11_display.h"
#include "core/capture/x11_grabber.h"
#include "core/image/frame.h"

namespace gridlens {

// Pictures of the screen on which no window of GridLens is seen: what GridLens paints must never be
// read. They are put together of the other windows' own pictures, which are whole behind GridLens'
// windows; without GridLens and a compositor they are what the screen shows. Where the server
// has no composite extension, GridLens' windows are grey areas. One thread, the display's.
class X11Desktop {
 public:
  X11Desktop(const X11Display& display, X11Grabber& grabber);  // borrows both

  // CV_8UC3 BGR of the size of `area_px`, which lies on the screen. Empty: the screen cannot be
  // read. The root window's own background is grey where windows are put together.
  cv::Mat picture(const cv::Rect& area_px);

  // Of the windows' own pictures, which a compositor or keep_own_pictures() makes them have.
  cv::Mat put_together(const cv::Rect& area_px);
  // Every window that is seen there, other than GridLens', keeps one for as long as the display is
  // connected. True: some did not before; see kRepaintsWithin.
  bool keep_own_pictures(const cv::Rect& area_px);

  // Makes grey what GridLens' windows cover of `picture`, which shows `area_px` of the screen.
  void hide_own(cv::Mat& picture, const cv::Rect& area_px);

 private:
  struct Seen {  // a child of the root window that is on the screen
    std::uint32_t id = 0;
    cv::Rect place_px;  // with its border
    int border_px = 0;
    bool own = false;
  };
  [[nodiscard]] std::vector<Seen> seen(const cv::Rect& area_px);
  [[nodiscard]] bool is_own(std::uint32_t id);
  [[nodiscard]] bool has_own_picture(std::uint32_t id) const;
  void paint(const Seen& window, const cv::Rect& area_px, cv::Mat& picture);

  const X11Display* display_;
  X11Grabber* grabber_;
  bool composite_ = false;
  std::map<std::uint32_t, bool> own_;  // asked lately
  Clock::time_point asked_at_{};
  std::set<std::uint32_t> kept_;  // windows that keep their own pictures
};

// The window keeps a picture of its own for as long as the display is connected, so that it is read
// whole where other windows cover it. What was covered is right once its program has painted it
// anew: that takes kRepaintsWithin. False: the server cannot do that.
constexpr std::chrono::milliseconds kRepaintsWithin{200};
bool keep_own_picture(const X11Display& display, std::uint32_t window);

}  // namespace gridlens
