#pragma once

#include <imgui/imgui.h>

#include "app/settings/window_look.h"

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

constexpr Colour kBackground{0};  // behind everything, letterbox bars
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
constexpr Colour kNoteBackground{17};  // over the picture, whatever the theme
constexpr Colour kNoteText{18};
// A board to be played, after kBoard in the order of what lies on top.
constexpr Colour kBoard{19};
constexpr Colour kBoardShade{20};  // diagonals, and what the selected cell sees
constexpr Colour kBoardSame{21};   // cells of the same value
constexpr Colour kBoardHint{22};   // units that a hint speaks of
constexpr Colour kBoardLine{23};
constexpr Colour kBoardEdge{24};  // around boxes and regions
constexpr Colour kBoardGiven{25};
constexpr Colour kBoardEntry{26};
constexpr Colour kBoardNote{27};
constexpr Colour kBoardWrong{28};
constexpr int kColours = 29;

// Of that theme, whatever the current one is.
ImU32 colour_of(Theme theme, Colour colour);

}  // namespace theme

// Sets sizes and colours of the current ImGui context for a screen of this scale.
void apply_theme(double scale, Theme theme);

}  // namespace gridlens
