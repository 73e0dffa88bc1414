#pragma once

#include <xcb/xcb.h>

#include <cstdint>
#include <cstdlib>
#include <memory>
#include <opencv2/core/types.hpp>
#include <optional>
#include <string>
#include <vector>

// The X11 desktop: its windows and where they lie. X11 stands in the files x11_* of this room only.
namespace gridlens {

// A top-level window of another program.
struct X11Window {
  std::uint32_t id = 0;
  std::string title;   // UTF-8, one line; empty: it has none
  cv::Rect client_px;  // without the window manager's frame, in pixels of the root window
  bool shown = false;  // mapped: not minimised, not on another desktop
};

struct X11Free {
  void operator()(void* reply) const { std::free(reply); }
};
// A reply of the X server; null: an error, or the connection is lost.
template <typename T>
using X11Reply = std::unique_ptr<T, X11Free>;

// A connection to the X server that $DISPLAY names. Not thread-safe: each thread has its own.
// Windows may go at any moment: what is asked of one that is gone has no answer.
class X11Display {
 public:
  // Throws CaptureError with one line: no display, Wayland without X, no such display.
  X11Display();
  ~X11Display();
  X11Display(const X11Display&) = delete;
  X11Display& operator=(const X11Display&) = delete;

  // Top-level windows of other programs, lowest first. Windows of any GridLens are left out (their
  // WM_CLASS tells them).
  [[nodiscard]] std::vector<X11Window> windows() const;
  // Nothing where no such window exists. Also windows that windows() leaves out.
  [[nodiscard]] std::optional<X11Window> window(std::uint32_t id) const;
  // Children of the root window, lowest first: frames of the window manager, menus and tooltips
  // included.
  [[nodiscard]] std::vector<std::uint32_t> stacking() const;
  // A window of a GridLens, or the window manager's frame around one.
  [[nodiscard]] bool is_own(std::uint32_t id) const;
  // A program composes the screen of the windows' own pictures: transparent windows are possible.
  [[nodiscard]] bool compositor_runs() const;
  [[nodiscard]] cv::Size size_px() const;  // of the root window, now
  [[nodiscard]] bool is_lost() const;      // the X server is gone

  [[nodiscard]] xcb_connection_t* connection() const { return connection_; }
  [[nodiscard]] const xcb_screen_t& screen() const { return *screen_; }
  [[nodiscard]] std::uint32_t root() const { return screen_->root; }
  [[nodiscard]] std::uint32_t atom(const std::string& name) const;

 private:
  [[nodiscard]] std::vector<std::uint32_t> client_ids() const;
  [[nodiscard]] std::vector<std::uint32_t> children(std::uint32_t id) const;
  [[nodiscard]] std::vector<std::uint32_t> numbers(std::uint32_t id, const std::string& atom) const;
  [[nodiscard]] std::string text(std::uint32_t id, std::uint32_t atom) const;
  [[nodiscard]] std::string title(std::uint32_t id) const;
  [[nodiscard]] std::optional<std::uint32_t> client_inside(std::uint32_t id) const;

  xcb_connection_t* connection_ = nullptr;
  xcb_screen_t* screen_ = nullptr;
  int screen_number_ = 0;
};

// The window that `title_or_id` names: its id (0x3c00007 or decimal), else a part of its title in
// whatever case; of several windows the one whose whole title it is. Throws CaptureError with one
// line: no such window (naming those that are there), several match (naming them with their ids).
X11Window find_window(const X11Display& display, const std::string& title_or_id);

// As find_window, among `windows`.
X11Window choose_window(const std::vector<X11Window>& windows, const std::string& title_or_id);

// The window that was lost, among `windows`: the one with its id where `title_or_id` names that
// one, else the only one that is named, else the only one with its title. Throws as choose_window.
X11Window window_again(const std::vector<X11Window>& windows, const std::string& title_or_id,
                       std::uint32_t lost_id, const std::string& lost_title);

// "0x3c00007", as xwininfo and wmctrl write it.
std::string window_id_text(std::uint32_t id);

// The number that `text` is as a whole, 0x.. or decimal; nothing where it is none.
std::optional<std::uint32_t> window_id(const std::string& text);

}  // namespace gridlens
