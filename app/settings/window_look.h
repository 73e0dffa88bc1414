#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace gridlens {

enum class Theme { dark = 1, light, high_contrast };

// The panel's groups, in their order from top to bottom.
enum class PanelGroup {
  overlay = 0,
  boards,
  history,
  cell,
  recording,
  input,
  appearance,
  performance,
  debug,
};
constexpr std::size_t kPanelGroups = 9;

// The word of each group in the settings file.
constexpr std::array<const char*, kPanelGroups> kGroupWords = {
    "overlay", "boards",     "history",     "cell", "recording",
    "input",   "appearance", "performance", "debug"};

// How a person has arranged the window.
struct WindowLook {
  Theme theme = Theme::dark;
  double scale = 0;  // of text and buttons; 0: what the screen asks for
  bool panel_open = true;
  std::array<bool, kPanelGroups> open = {true, true, false, true, true, true, true, false, false};

  [[nodiscard]] bool is_open(PanelGroup group) const {
    return open.at(static_cast<std::size_t>(group));
  }
  friend bool operator==(const WindowLook&, const WindowLook&) = default;
};

constexpr double kSmallestScale = 0.75, kLargestScale = 4;

// The panel at most takes half of the window: in a narrow one text is no larger than its words fit
// there. `width`: of the window, ImGui units.
inline double fitting_scale(double wished, double width) {
  constexpr double kNarrowest = 168;  // a panel, at scale 1
  return std::clamp(width / (2 * kNarrowest), kSmallestScale, std::max(wished, kSmallestScale));
}

// The scale a step larger (1) or smaller (-1): by quarters.
inline double stepped_scale(double scale, int steps) {
  return std::clamp(std::round(scale * 4) / 4 + steps * 0.25, kSmallestScale, kLargestScale);
}

}  // namespace gridlens
