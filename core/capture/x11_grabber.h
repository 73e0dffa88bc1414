#pragma once

#include <xcb/shm.h>

#include <cstddef>
#include <cstdint>
#include <opencv2/core/mat.hpp>

#include "core/capture/x11_display.h"

namespace gridlens {

// Reads pixels of windows through shared memory (MIT-SHM), or through the connection where that is
// not possible, as on another machine's display. One thread, the display's.
class X11Grabber {
 public:
  explicit X11Grabber(const X11Display& display);  // borrows the display
  ~X11Grabber();
  X11Grabber(const X11Grabber&) = delete;
  X11Grabber& operator=(const X11Grabber&) = delete;

  // The pixels of a window, or of X11Display::root(): CV_8UC3 BGR, a buffer of its own. `area_px`
  // counts from the window's top left corner, and must lie in it and, of a window that is not
  // redirected (composite), on the screen. Of such windows what covers them is read, too. Empty:
  // the pixels cannot be read, as of a window that is not mapped.
  cv::Mat grab(std::uint32_t window, const cv::Rect& area_px);

  // The client area, whole: what lies off the screen is grey where it cannot be read.
  cv::Mat grab_client(const X11Window& window);

  // What the screen shows in `area_px`, as far as it lies on the screen.
  cv::Mat grab_screen(const cv::Rect& area_px);

  // The same, as BGRA: the alpha of windows that have one, else 255. Premultiplied.
  cv::Mat grab_with_alpha(std::uint32_t window, const cv::Rect& area_px);

 private:
  struct Pixels {
    const unsigned char* data = nullptr;  // valid until the next reading
    std::size_t size = 0;                 // bytes
    std::uint8_t depth = 0;               // bits that count
    std::uint32_t visual = 0;
    X11Reply<xcb_get_image_reply_t> held;
  };
  Pixels read(std::uint32_t window, const cv::Rect& area_px);
  Pixels read_shared(std::uint32_t window, const cv::Rect& area_px);
  cv::Mat bgra(const Pixels& pixels, cv::Size size_px) const;
  [[nodiscard]] const xcb_visualtype_t* visual(std::uint32_t id) const;
  [[nodiscard]] const xcb_format_t* format(std::uint8_t depth) const;
  bool share(std::size_t bytes);
  void unshare();

  const X11Display* display_;
  bool sharing_works_ = false;
  xcb_shm_seg_t segment_ = 0;
  void* shared_ = nullptr;
  std::size_t shared_bytes_ = 0;
};

}  // namespace gridlens
