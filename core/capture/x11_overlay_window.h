#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>

#include "core/capture/x11_display.h"

namespace gridlens {

// A borderless window with transparent pixels that lies over another program's window or over a
// part of the screen. Mouse and keys go through it to what lies below. Hidden until show(). One
// thread, the display's.
class X11OverlayWindow {
 public:
  // Borrows the display. Throws CaptureError with one line where transparent windows are not
  // possible.
  explicit X11OverlayWindow(const X11Display& display);
  ~X11OverlayWindow();
  X11OverlayWindow(const X11OverlayWindow&) = delete;
  X11OverlayWindow& operator=(const X11OverlayWindow&) = delete;

  // `bgra`: CV_8UC4, colours premultiplied with alpha; it stays where place() puts it.
  void show(const cv::Mat& bgra);
  // Moves the shown picture's top left corner to `corner_px` of the root window. The overlay lies
  // right above `window` in the order of windows, so what covers that one covers the overlay, too.
  // With `window` 0 it lies above all windows.
  void place(cv::Point corner_px, std::uint32_t window);
  void hide();
  [[nodiscard]] bool is_shown() const { return mapped_; }
  [[nodiscard]] cv::Size size_px() const { return picture_.size(); }

 private:
  [[nodiscard]] std::uint32_t frame_of(std::uint32_t window) const;
  [[nodiscard]] bool lies_right_above(std::uint32_t sibling) const;
  void resize(cv::Size size_px);
  void paint();

  const X11Display* display_;
  xcb_window_t window_ = 0;
  xcb_colormap_t colours_ = 0;
  xcb_pixmap_t pixels_ = 0;  // the window's background: the server repaints by itself
  xcb_gcontext_t context_ = 0;
  cv::Mat picture_;
  cv::Point corner_px_{-1, -1};
  bool mapped_ = false;
};

}  // namespace gridlens
