#pragma once

#include <imgui/imgui.h>

namespace gridlens {

// The look of the panels. Colours are named after what they mean.
namespace theme {

constexpr ImU32 colour(unsigned rgb, unsigned alpha = 255) {
  return IM_COL32((rgb >> 16) & 255, (rgb >> 8) & 255, rgb & 255, alpha);
}

constexpr ImU32 kGround = colour(0x15171c);  // behind everything, letterbox bars
constexpr ImU32 kPanel = colour(0x1b1e25);
constexpr ImU32 kField = colour(0x272b34);  // buttons, sliders at rest
constexpr ImU32 kFieldHovered = colour(0x323744);
constexpr ImU32 kLine = colour(0x2c313b);
constexpr ImU32 kText = colour(0xe8eaee);
constexpr ImU32 kQuiet = colour(0x959cab);  // captions
constexpr ImU32 kAccent = colour(0x3f7cf6);
constexpr ImU32 kAccentHovered = colour(0x5b90ff);
constexpr ImU32 kGood = colour(0x37b26c);
constexpr ImU32 kBusy = colour(0x4c93ea);
constexpr ImU32 kWarning = colour(0xf09a2e);
constexpr ImU32 kBad = colour(0xe5484d);

}  // namespace theme

// Sets sizes and colours of the current ImGui context for a screen of this scale.
void apply_theme(double scale);

}  // namespace gridlens
