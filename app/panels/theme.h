#pragma once

#include <imgui/imgui.h>

#include "app/window_look.h"

namespace gridlens {

// The look of the panels. Colours are named after what they mean.
namespace theme {

constexpr ImU32 colour(unsigned rgb, unsigned alpha = 255) {
  return IM_COL32((rgb >> 16) & 255, (rgb >> 8) & 255, rgb & 255, alpha);
}

// A colour of whichever theme the current ImGui context has.
class Colour {
 public:
  constexpr explicit Colour(int index) : index_(index) {}
  operator ImU32() const;
  [[nodiscard]] constexpr int index() const { return index_; }

 private:
  int index_;
};

constexpr Colour kGround{0};  // behind everything, letterbox bars
constexpr Colour kPanel{1};
constexpr Colour kField{2};  // buttons, sliders at rest
constexpr Colour kFieldHovered{3};
constexpr Colour kFieldPressed{4};
constexpr Colour kLine{5};
constexpr Colour kPopup{6};
constexpr Colour kText{7};
constexpr Colour kQuiet{8};   // captions
constexpr Colour kAccent{9};  // what is chosen
constexpr Colour kAccentHovered{10};
constexpr Colour kAccentText{11};  // on it
constexpr Colour kAccentQuiet{12};
constexpr Colour kGood{13};
constexpr Colour kBusy{14};
constexpr Colour kWarning{15};
constexpr Colour kBad{16};
constexpr Colour kNoteGround{17};  // over the picture, whatever the theme
constexpr Colour kNoteText{18};
constexpr int kColours = 19;

// Of that theme, whatever the current one is.
ImU32 colour_of(Theme theme, Colour colour);

}  // namespace theme

// Sets sizes and colours of the current ImGui context for a screen of this scale.
void apply_theme(double scale, Theme theme);

}  // namespace gridlens
