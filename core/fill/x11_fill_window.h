#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "core/capture/x11_display.h"
#include "core/capture/x11_grabber.h"
#include "core/fill/fill_window.h"

namespace gridlens {

// A window of an X11 desktop, with XTest for mouse and keyboard and XInput 2 for a person's Esc.
// Keys are sent to the desktop and go to whatever window has the focus: look at sight() before.
class X11FillWindow : public FillWindow {
 public:
  // Borrows the display, for itself alone: its events are read here. Throws CaptureError with one
  // line where the server lacks an extension.
  X11FillWindow(const X11Display& display, std::uint32_t id);

  WindowSight sight(const cv::Rect& board_px) override;
  cv::Mat grab() override;
  void activate() override;
  [[nodiscard]] bool selects_by_pointer() const override;
  void ping() override;
  void move_pointer(cv::Point desktop_px) override;
  void press_button(bool down) override;
  bool press_key(char symbol, bool down) override;

 private:
  struct Key {
    std::uint8_t code = 0;
    bool shift = false;
  };
  void learn_keys();
  void watch_keyboard();
  void watch_pings();
  void read_events();
  void send(std::uint8_t type, std::uint8_t detail, cv::Point at = {});
  [[nodiscard]] bool is_same_program(std::uint32_t id) const;
  [[nodiscard]] std::vector<std::uint32_t> ancestors(std::uint32_t id) const;
  [[nodiscard]] bool is_covered(const cv::Rect& area_px) const;
  [[nodiscard]] bool takes_clicks(std::uint32_t id, const cv::Rect& area_px) const;

  const X11Display& display_;
  const std::uint32_t id_;
  X11Grabber grabber_;
  std::map<char, Key> keys_;
  std::vector<std::uint8_t> escape_codes_;
  std::uint8_t shift_code_ = 0;
  std::uint8_t xinput_opcode_ = 0;
  bool answers_pings_ = false;
  std::uint32_t ping_atom_ = 0;
  std::uint32_t pings_ = 0, answered_ping_ = 0;  // numbers of the newest ones
  bool shift_down_ = false;                      // by this program
  bool escape_ = false;
};

}  // namespace gridlens
