#pragma once

#include <xcb/damage.h>
#include <xcb/xfixes.h>

#include <opencv2/core/types.hpp>

#include "core/capture/x11_display.h"
#include "core/image/frame.h"

namespace gridlens {

// Tells when something was drawn in a window or on the screen (XDamage). One thread, the
// display's; takes the events of its connection.
class X11Damage {
 public:
  // Borrows the display. `window`: X11Display::root() for the whole screen.
  X11Damage(const X11Display& display, std::uint32_t window);
  ~X11Damage();
  X11Damage(const X11Damage&) = delete;
  X11Damage& operator=(const X11Damage&) = delete;

  // Waits until something is drawn in `area_px` of the window, or was since the last call; at most
  // until `until`. False: nothing was. Where the server cannot tell, true at `until`.
  bool wait(const cv::Rect& area_px, Clock::time_point until);

 private:
  bool take_events();
  bool touches(const cv::Rect& area_px);

  const X11Display* display_;
  bool works_ = false;
  std::uint8_t event_ = 0;
  xcb_damage_damage_t damage_ = 0;
  xcb_xfixes_region_t region_ = 0;
};

}  // namespace gridlens
