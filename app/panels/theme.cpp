#include "app/panels/theme.h"

#include <array>
#include <initializer_list>

#include "app/panels/gui_context.h"

namespace gridlens {

namespace {

using theme::colour;
using Palette = std::array<ImU32, theme::kColours>;

// In the order of the header. Text and states have a contrast of at least 4.5 on the panel; the
// high contrast 7.
constexpr Palette kDark = {
    colour(0x15171c), colour(0x1b1e25), colour(0x272b34),      colour(0x323744), colour(0x3b4150),
    colour(0x2c313b), colour(0x20242c), colour(0xe8eaee),      colour(0x9aa1b0), colour(0x2f6be0),
    colour(0x3f7cf6), colour(0xffffff), colour(0x35507f),      colour(0x37b26c), colour(0x5aa0f2),
    colour(0xf09a2e), colour(0xf0666a), colour(0x101216, 205), colour(0xe8eaee), colour(0x20242c),
    colour(0x2a2f39), colour(0x29426c), colour(0x4b3f1a),      colour(0x414857), colour(0xa6adbb),
    colour(0xffffff), colour(0x8fbcff), colour(0xb4bbc9),      colour(0xffa4a6)};
constexpr Palette kLight = {
    colour(0xc9cdd4), colour(0xf5f6f8), colour(0xe1e4ea),      colour(0xd2d7e0), colour(0xc2c8d4),
    colour(0xcfd3db), colour(0xffffff), colour(0x1b1e25),      colour(0x596070), colour(0x2560d4),
    colour(0x1d4fb4), colour(0xffffff), colour(0xa9c1f0),      colour(0x13713d), colour(0x1f5fb5),
    colour(0x8a4b00), colour(0xb3202a), colour(0x101216, 205), colour(0xe8eaee), colour(0xffffff),
    colour(0xebeef4), colour(0xc3d6f8), colour(0xfcecb8),      colour(0xb9c0cd), colour(0x1b1e25),
    colour(0x101318), colour(0x1b4fb0), colour(0x4a5160),      colour(0xa81520)};
constexpr Palette kHighContrast = {
    colour(0x000000), colour(0x000000), colour(0x1f1f1f),      colour(0x383838), colour(0x4a4a4a),
    colour(0xffffff), colour(0x000000), colour(0xffffff),      colour(0xe0e0e0), colour(0xffd400),
    colour(0xffe566), colour(0x000000), colour(0x8a7a2a),      colour(0x5cf29a), colour(0x8cc8ff),
    colour(0xffb84d), colour(0xff9a9a), colour(0x000000, 235), colour(0xffffff), colour(0x000000),
    colour(0x242424), colour(0x423900), colour(0x00344f),      colour(0x9a9a9a), colour(0xffffff),
    colour(0xffffff), colour(0xffd400), colour(0xe6e6e6),      colour(0xffbdbd)};

const Palette& palette_of(Theme theme) {
  switch (theme) {
    case Theme::light:
      return kLight;
    case Theme::high_contrast:
      return kHighContrast;
    case Theme::dark:
      break;
  }
  return kDark;
}

}  // namespace

namespace theme {

Colour::operator ImU32() const {
  return colour_of(gui_theme(), *this);
}

ImU32 colour_of(Theme theme, Colour wanted) {
  return palette_of(theme).at(static_cast<std::size_t>(wanted.index()));
}

}  // namespace theme

void apply_theme(double scale, Theme theme) {
  ImGuiStyle style;
  style.WindowPadding = {16, 14};
  style.FramePadding = {10, 6};
  style.ItemSpacing = {8, 8};
  style.ItemInnerSpacing = {8, 4};
  style.ScrollbarSize = 10;
  style.GrabMinSize = 12;
  style.WindowRounding = 0;
  style.ChildRounding = 8;
  style.FrameRounding = 7;
  style.PopupRounding = 8;
  style.ScrollbarRounding = 5;
  style.GrabRounding = 6;
  style.WindowBorderSize = 0;
  style.PopupBorderSize = 1;
  style.FrameBorderSize = theme == Theme::high_contrast ? 1 : 0;
  style.ScaleAllSizes(static_cast<float>(scale));

  const auto set = [&style, theme](ImGuiCol index, theme::Colour wanted) {
    style.Colors[index] = ImGui::ColorConvertU32ToFloat4(theme::colour_of(theme, wanted));
  };
  if (theme == Theme::light)
    ImGui::StyleColorsLight(&style);
  else
    ImGui::StyleColorsDark(&style);
  set(ImGuiCol_Text, theme::kText);
  set(ImGuiCol_TextDisabled, theme::kQuiet);
  set(ImGuiCol_WindowBg, theme::kPanel);
  set(ImGuiCol_PopupBg, theme::kPopup);
  set(ImGuiCol_Border, theme::kLine);
  set(ImGuiCol_Separator, theme::kLine);
  for (const ImGuiCol index : {ImGuiCol_FrameBg, ImGuiCol_Button, ImGuiCol_Header})
    set(index, theme::kField);
  for (const ImGuiCol index : {ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive,
                               ImGuiCol_ButtonHovered, ImGuiCol_HeaderHovered}) {
    set(index, theme::kFieldHovered);
  }
  for (const ImGuiCol index : {ImGuiCol_ButtonActive, ImGuiCol_HeaderActive})
    set(index, theme::kFieldPressed);
  for (const ImGuiCol index : {ImGuiCol_SliderGrab, ImGuiCol_CheckMark, ImGuiCol_NavHighlight,
                               ImGuiCol_PlotLines, ImGuiCol_PlotHistogram}) {
    set(index, theme::kAccent);
  }
  for (const ImGuiCol index : {ImGuiCol_SliderGrabActive, ImGuiCol_PlotLinesHovered})
    set(index, theme::kAccentHovered);
  style.Colors[ImGuiCol_ScrollbarBg] = {0, 0, 0, 0};
  set(ImGuiCol_ScrollbarGrab, theme::kFieldPressed);
  set(ImGuiCol_ScrollbarGrabHovered, theme::kQuiet);
  ImGui::GetStyle() = style;
}

}  // namespace gridlens
