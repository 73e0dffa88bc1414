#include "app/panels/widgets.h"

#include <algorithm>

#include "app/panels/gui_context.h"
#include "app/panels/theme.h"

namespace gridlens {
namespace {

float right_edge() {
  return ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
}

}  // namespace

std::string shortened(const std::string& text, float width) {
  if (ImGui::CalcTextSize(text.c_str()).x <= width) return text;
  std::string kept = text;
  while (!kept.empty()) {
    // Whole UTF-8 characters only.
    do kept.pop_back();
    while (!kept.empty() && (static_cast<unsigned char>(kept.back()) & 0xC0) == 0x80);
    if (!kept.empty() && static_cast<unsigned char>(kept.back()) >= 0xC0) kept.pop_back();
    if (ImGui::CalcTextSize((kept + "...").c_str()).x <= width) break;
  }
  return kept + "...";
}

bool panel_heading(const char* title, const std::string& summary) {
  ImGui::Spacing();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float height = ImGui::GetFrameHeight();
  ImGuiStorage* storage = ImGui::GetStateStorage();
  const ImGuiID id = ImGui::GetID(title);
  bool open = storage->GetBool(id, true);
  if (ImGui::InvisibleButton(title, {width, height})) {
    open = !open;
    storage->SetBool(id, open);
  }
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float line = ImGui::GetTextLineHeight();
  const float size = line * 0.28f;
  const ImVec2 tip(corner.x + size, corner.y + height / 2);
  const ImU32 mark = hovered ? theme::kText : theme::kQuiet;
  if (open) {
    list->AddTriangleFilled({tip.x - size, tip.y - size * 0.6f},
                            {tip.x + size, tip.y - size * 0.6f}, {tip.x, tip.y + size * 0.7f},
                            mark);
  } else {
    list->AddTriangleFilled({tip.x - size * 0.6f, tip.y - size}, {tip.x + size * 0.7f, tip.y},
                            {tip.x - size * 0.6f, tip.y + size}, mark);
  }
  ImGui::PushFont(gui_fonts().bold);
  list->AddText({corner.x + line, corner.y + (height - line) / 2}, theme::kText, title);
  ImGui::PopFont();
  if (!summary.empty()) {
    ImGui::PushFont(gui_fonts().small);
    const ImVec2 extent = ImGui::CalcTextSize(summary.c_str());
    list->AddText({corner.x + width - extent.x, corner.y + (height - extent.y) / 2}, theme::kQuiet,
                  summary.c_str());
    ImGui::PopFont();
  }
  return open;
}

void value_row(const char* caption, const std::string& value) {
  const float right = right_edge();
  ImGui::PushStyleColor(ImGuiCol_Text, theme::kQuiet);
  ImGui::TextUnformatted(caption);
  ImGui::PopStyleColor();
  const float gap = ImGui::GetStyle().ItemSpacing.x * 2;
  const float room = right - ImGui::GetItemRectMax().x - gap;
  const std::string shown = shortened(value, room);
  ImGui::SameLine();
  ImGui::SetCursorScreenPos(
      {right - ImGui::CalcTextSize(shown.c_str()).x, ImGui::GetCursorScreenPos().y});
  ImGui::TextUnformatted(shown.c_str());
  if (shown != value && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", value.c_str());
}

bool toggle(const char* caption, bool& on, const char* hint) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float line = ImGui::GetTextLineHeight();
  const float height = line + ImGui::GetStyle().FramePadding.y;
  const bool turned = ImGui::InvisibleButton(caption, {width, height});
  if (turned) on = !on;
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddText({corner.x, corner.y + (height - line) / 2}, theme::kText, caption);
  const float track_height = line * 1.05f;
  const float track_width = track_height * 1.75f;
  const ImVec2 track(corner.x + width - track_width, corner.y + (height - track_height) / 2);
  const ImU32 ground = on ? (hovered ? theme::kAccentHovered : theme::kAccent)
                          : (hovered ? theme::kFieldHovered : theme::kField);
  list->AddRectFilled(track, {track.x + track_width, track.y + track_height}, ground,
                      track_height / 2);
  const float radius = track_height / 2 - line * 0.13f;
  const float x = on ? track.x + track_width - track_height / 2 : track.x + track_height / 2;
  list->AddCircleFilled({x, track.y + track_height / 2}, radius, on ? theme::kText : theme::kQuiet,
                        24);
  if (hint != nullptr) {
    ImGui::PushFont(gui_fonts().small);
    const ImVec2 extent = ImGui::CalcTextSize(hint);
    list->AddText({track.x - extent.x - line * 0.6f, corner.y + (height - extent.y) / 2},
                  theme::kQuiet, hint);
    ImGui::PopFont();
  }
  return turned;
}

bool choice(const char* id, std::span<const char* const> captions, int& chosen) {
  ImGui::PushID(id);
  const auto count = static_cast<float>(captions.size());
  const float gap = ImGui::GetStyle().ItemInnerSpacing.y;
  float all = 0;
  for (const char* caption : captions) all += ImGui::CalcTextSize(caption).x;
  // Each is as wide as its caption asks for, and all have the same room around it.
  const float room =
      std::max(0.0f, (ImGui::GetContentRegionAvail().x - gap * (count - 1) - all) / count);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, ImGui::GetStyle().FramePadding.y});
  bool changed = false;
  for (int i = 0; i < static_cast<int>(captions.size()); ++i) {
    if (i > 0) ImGui::SameLine(0, gap);
    const bool current = i == chosen;
    if (current) {
      ImGui::PushStyleColor(ImGuiCol_Button, theme::kAccent);
      ImGui::PushStyleColor(ImGuiCol_ButtonHovered, theme::kAccentHovered);
    }
    const char* caption = captions[static_cast<std::size_t>(i)];
    const bool pressed = ImGui::Button(caption, {ImGui::CalcTextSize(caption).x + room, 0});
    if (current) ImGui::PopStyleColor(2);
    if (pressed && !current) {
      chosen = i;
      changed = true;
    }
  }
  ImGui::PopStyleVar();
  ImGui::PopID();
  return changed;
}

bool wide_button(const char* caption, ImU32 ground, ImU32 ground_hovered, ImU32 text) {
  ImGui::PushStyleColor(ImGuiCol_Button, ground);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, ground_hovered);
  ImGui::PushStyleColor(ImGuiCol_ButtonActive, ground);
  ImGui::PushStyleColor(ImGuiCol_Text, text);
  const bool pressed = ImGui::Button(caption, {ImGui::GetContentRegionAvail().x, 0});
  ImGui::PopStyleColor(4);
  return pressed;
}

void dot(ImU32 colour) {
  const float line = ImGui::GetTextLineHeight();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  ImGui::GetWindowDrawList()->AddCircleFilled({corner.x + line * 0.3f, corner.y + line * 0.53f},
                                              line * 0.27f, colour, 24);
  ImGui::Dummy({line * 0.6f, line});
  ImGui::SameLine();
}

void text_line(const std::string& text, ImU32 colour) {
  const std::string shown = shortened(text, ImGui::GetContentRegionAvail().x);
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ImGui::TextUnformatted(shown.c_str());
  ImGui::PopStyleColor();
  if (shown != text && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", text.c_str());
}

void quiet_text(const std::string& text) {
  ImGui::PushFont(gui_fonts().small);
  coloured_text(text, theme::kQuiet);
  ImGui::PopFont();
}

void coloured_text(const std::string& text, ImU32 colour) {
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ImGui::PushTextWrapPos(0);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopTextWrapPos();
  ImGui::PopStyleColor();
}

}  // namespace gridlens
