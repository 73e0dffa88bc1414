#include "core/capture/screen_spec.h"

#include <charconv>
#include <optional>
#include <string_view>

#include "core/capture/capture_error.h"

namespace gridlens {
namespace {

constexpr std::string_view kScreen = "screen", kWindow = "window:";
constexpr int kFarthest = 65535;  // no X11 screen has a pixel beyond

// The number at the beginning of `text`, and `then` behind it, both taken off.
std::optional<int> take_number(std::string_view& text, std::string_view then) {
  int value = 0;
  const auto parsed = std::from_chars(text.data(), text.data() + text.size(), value);
  if (parsed.ec != std::errc{} || value < -kFarthest || value > kFarthest) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(parsed.ptr - text.data()));
  if (!text.starts_with(then)) return std::nullopt;
  text.remove_prefix(then.size());
  return value;
}

std::optional<cv::Rect> parse_area(std::string_view text) {
  const auto x = take_number(text, ",");
  const auto y = x ? take_number(text, ",") : std::nullopt;
  const auto width = y ? take_number(text, "x") : std::nullopt;
  const auto height = width ? take_number(text, "") : std::nullopt;
  if (!height || !text.empty()) return std::nullopt;
  return cv::Rect(*x, *y, *width, *height);
}

}  // namespace

bool names_screen(const std::string& spec) {
  return spec == kScreen || spec.starts_with("screen:") || spec.starts_with(kWindow);
}

ScreenSpec parse_screen_spec(const std::string& spec) {
  ScreenSpec parsed;
  if (spec == kScreen) return parsed;
  if (spec.starts_with(kWindow)) {
    parsed.window = spec.substr(kWindow.size());
    if (parsed.window.empty())
      throw CaptureError("window: needs a part of the window's title, or its id");
    return parsed;
  }
  const auto area = parse_area(std::string_view(spec).substr(kScreen.size() + 1));
  if (!area)
    throw CaptureError("a part of the screen is written screen:X,Y,WIDTHxHEIGHT, not '" +
                       spec.substr(0, 60) + "'");
  if (area->width <= 0 || area->height <= 0)
    throw CaptureError("the part of the screen is empty: " + spec);
  parsed.area_px = *area;
  return parsed;
}

std::string screen_spec_text(const cv::Rect& area) {
  return "screen:" + std::to_string(area.x) + "," + std::to_string(area.y) + "," +
         std::to_string(area.width) + "x" + std::to_string(area.height);
}

}  // namespace gridlens
