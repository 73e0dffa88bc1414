#include "app/panels/theme.h"

#include <initializer_list>

namespace gridlens {

void apply_theme(double scale) {
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
  style.FrameBorderSize = 0;
  style.ScaleAllSizes(static_cast<float>(scale));

  const auto set = [&style](ImGuiCol index, ImU32 colour) {
    style.Colors[index] = ImGui::ColorConvertU32ToFloat4(colour);
  };
  ImGui::StyleColorsDark(&style);
  set(ImGuiCol_Text, theme::kText);
  set(ImGuiCol_TextDisabled, theme::kQuiet);
  set(ImGuiCol_WindowBg, theme::kPanel);
  set(ImGuiCol_PopupBg, theme::colour(0x20242c));
  set(ImGuiCol_Border, theme::kLine);
  set(ImGuiCol_Separator, theme::kLine);
  for (const ImGuiCol index : {ImGuiCol_FrameBg, ImGuiCol_Button}) set(index, theme::kField);
  for (const ImGuiCol index : {ImGuiCol_FrameBgHovered, ImGuiCol_FrameBgActive,
                               ImGuiCol_ButtonHovered, ImGuiCol_HeaderHovered}) {
    set(index, theme::kFieldHovered);
  }
  set(ImGuiCol_ButtonActive, theme::colour(0x3b4150));
  set(ImGuiCol_Header, theme::kField);
  set(ImGuiCol_HeaderActive, theme::colour(0x3b4150));
  set(ImGuiCol_SliderGrab, theme::kAccent);
  set(ImGuiCol_SliderGrabActive, theme::kAccentHovered);
  set(ImGuiCol_CheckMark, theme::kAccent);
  set(ImGuiCol_ScrollbarBg, theme::colour(0, 0));
  set(ImGuiCol_ScrollbarGrab, theme::kField);
  set(ImGuiCol_ScrollbarGrabHovered, theme::kFieldHovered);
  ImGui::GetStyle() = style;
}

}  // namespace gridlens
