#include "app/panels/widgets.h"

#include <algorithm>
#include <cmath>

#include "app/panels/gui_context.h"
#include "app/panels/theme.h"

namespace gridlens {
namespace {

float right_edge() {
  return ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
}

// The text with line breaks at its blanks, so that no line is wider, as far as words go.
std::string broken(const std::string& text, float width) {
  std::string lines, line;
  std::size_t at = 0;
  while (at < text.size()) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string word = text.substr(at, end - at);
    const std::string longer = line.empty() ? word : line + " " + word;
    if (!line.empty() && ImGui::CalcTextSize(longer.c_str()).x > width) {
      lines += line + "\n";
      line = word;
    } else {
      line = longer;
    }
    at = end + 1;
  }
  return lines + line;
}

// Text drawn beside ImGui's own items, wrapped; its height.
float draw_wrapped(ImVec2 corner, ImU32 colour, const char* text, float width) {
  ImFont* font = ImGui::GetFont();
  const float size = ImGui::GetFontSize();
  ImGui::GetWindowDrawList()->AddText(font, size, corner, colour, text, nullptr, width);
  return font->CalcTextSizeA(size, width, width, text).y;
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
  focus_frame();
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList* list = ImGui::GetWindowDrawList();
  const float line = ImGui::GetTextLineHeight();
  const float size = line * 0.28f;
  const ImVec2 mark(corner.x + size, corner.y + height / 2);
  const ImU32 colour = hovered ? theme::kText : theme::kQuiet;
  if (open) {
    list->AddTriangleFilled({mark.x - size, mark.y - size * 0.6f},
                            {mark.x + size, mark.y - size * 0.6f}, {mark.x, mark.y + size * 0.7f},
                            colour);
  } else {
    list->AddTriangleFilled({mark.x - size * 0.6f, mark.y - size}, {mark.x + size * 0.7f, mark.y},
                            {mark.x - size * 0.6f, mark.y + size}, colour);
  }
  ImGui::PushFont(gui_fonts().bold);
  list->AddText({corner.x + line, corner.y + (height - line) / 2}, theme::kText, title);
  const float used = line * 1.5f + ImGui::CalcTextSize(title).x;
  ImGui::PopFont();
  ImGui::PushFont(gui_fonts().small);
  const std::string shown = summary.empty() ? summary : shortened(summary, width - used);
  const ImVec2 extent = ImGui::CalcTextSize(shown.c_str());
  if (used + extent.x <= width)
    list->AddText({corner.x + width - extent.x, corner.y + (height - extent.y) / 2}, theme::kQuiet,
                  shown.c_str());
  ImGui::PopFont();
  if (shown != summary) tip(summary);
  return open;
}

void value_row(const char* caption, const std::string& value) {
  const float left = ImGui::GetCursorScreenPos().x;
  const float right = right_edge();
  text_line(caption, theme::kQuiet);
  const float gap = ImGui::GetStyle().ItemSpacing.x * 2;
  float room = right - ImGui::GetItemRectMax().x - gap;
  // A long value has a line of its own.
  if (ImGui::CalcTextSize(value.c_str()).x <= room)
    ImGui::SameLine();
  else
    room = right - left;
  const std::string shown = shortened(value, room);
  ImGui::SetCursorScreenPos(
      {right - ImGui::CalcTextSize(shown.c_str()).x, ImGui::GetCursorScreenPos().y});
  ImGui::TextUnformatted(shown.c_str());
  if (shown != value) tip(value);
}

bool toggle(const char* caption, bool& on, const char* hint) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float line = ImGui::GetTextLineHeight();
  const float track_height = line * 1.05f;
  const float track_width = track_height * 1.75f;
  ImGui::PushFont(gui_fonts().small);
  const ImVec2 extent = ImGui::CalcTextSize(hint != nullptr ? hint : "");
  ImGui::PopFont();
  const float room = width - track_width - line * 0.6f;
  // The key is left out where the caption needs its place: the tooltip tells it as well.
  const bool has_hint =
      hint != nullptr && ImGui::CalcTextSize(caption).x + extent.x + line * 0.6f <= room;
  const float text_height = ImGui::CalcTextSize(caption, nullptr, false, room).y;
  const float height = text_height + ImGui::GetStyle().FramePadding.y;
  const bool turned = ImGui::InvisibleButton(caption, {width, height});
  focus_frame();
  if (turned) on = !on;
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList* list = ImGui::GetWindowDrawList();
  draw_wrapped({corner.x, corner.y + (height - text_height) / 2}, theme::kText, caption, room);
  const ImVec2 track(corner.x + width - track_width, corner.y + (height - track_height) / 2);
  const ImU32 background = on ? (hovered ? theme::kAccentHovered : theme::kAccent)
                              : (hovered ? theme::kFieldHovered : theme::kField);
  list->AddRectFilled(track, {track.x + track_width, track.y + track_height}, background,
                      track_height / 2);
  // An outline tells off from on without colour, too.
  if (!on)
    list->AddRect(track, {track.x + track_width, track.y + track_height}, theme::kQuiet,
                  track_height / 2);
  const float radius = track_height / 2 - line * 0.13f;
  const float x = on ? track.x + track_width - track_height / 2 : track.x + track_height / 2;
  list->AddCircleFilled({x, track.y + track_height / 2}, radius,
                        on ? theme::kAccentText : theme::kQuiet, 24);
  if (has_hint) {
    ImGui::PushFont(gui_fonts().small);
    list->AddText({track.x - extent.x - line * 0.6f, corner.y + (height - extent.y) / 2},
                  theme::kQuiet, hint);
    ImGui::PopFont();
  }
  return turned;
}

bool choice(const char* id, std::span<const char* const> captions, int& chosen,
            std::span<const std::string> tips) {
  ImGui::PushID(id);
  const float gap = ImGui::GetStyle().ItemInnerSpacing.y;
  const float available = ImGui::GetContentRegionAvail().x;
  const float least = ImGui::GetTextLineHeight() * 0.2f;  // around a caption
  bool changed = false;
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {0, ImGui::GetStyle().FramePadding.y});
  const auto fitting = [&](std::size_t begin, std::size_t most) {
    std::size_t end = begin;
    float all = 0;
    for (; end < captions.size() && end - begin < most; ++end) {
      const float width = ImGui::CalcTextSize(captions[end]).x;
      const auto count = static_cast<float>(end - begin);
      if (end > begin && all + width + 2 * least * (count + 1) + gap * count > available) break;
      all += width;
    }
    return end;
  };
  std::size_t rows = 0;
  for (std::size_t at = 0; at < captions.size(); ++rows) at = fitting(at, captions.size());
  std::size_t begin = 0;
  while (begin < captions.size()) {
    // Rows of like length.
    const std::size_t end = fitting(begin, (captions.size() + rows - 1) / rows);
    float all = 0;
    for (std::size_t i = begin; i < end; ++i) all += ImGui::CalcTextSize(captions[i]).x;
    // Each is as wide as its caption asks for, and all have the same room around it.
    const auto count = static_cast<float>(end - begin);
    const float room = std::floor(std::max(0.0f, (available - gap * (count - 1) - all) / count));
    const bool last = end == captions.size();
    const ImVec2 usual = ImGui::GetStyle().ItemSpacing;
    ImGui::PushStyleVar(ImGuiStyleVar_ItemSpacing, {usual.x, last ? usual.y : gap});
    for (std::size_t i = begin; i < end; ++i) {
      if (i > begin) ImGui::SameLine(0, gap);
      const bool current = static_cast<int>(i) == chosen;
      if (current) {
        ImGui::PushStyleColor(ImGuiCol_Button, theme::kAccent);
        ImGui::PushStyleColor(ImGuiCol_ButtonHovered, theme::kAccentHovered);
        ImGui::PushStyleColor(ImGuiCol_Text, theme::kAccentText);
      }
      const bool pressed = ImGui::Button(
          captions[i], {std::min(ImGui::CalcTextSize(captions[i]).x + room, available), 0});
      if (current) ImGui::PopStyleColor(3);
      if (i < tips.size()) tip(tips[i]);
      if (pressed && !current) {
        chosen = static_cast<int>(i);
        changed = true;
      }
    }
    ImGui::PopStyleVar();
    begin = end;
  }
  ImGui::PopStyleVar();
  ImGui::PopID();
  return changed;
}

bool push_button(const std::string& caption, float width, const char* id) {
  const float room = width - 2 * ImGui::GetStyle().FramePadding.x;
  std::string lines = broken(caption, room);
  const bool cut = ImGui::CalcTextSize(lines.c_str()).x > room;
  if (cut) lines = shortened(caption, room);
  const bool pressed =
      ImGui::Button((lines + "###" + (id != nullptr ? id : caption.c_str())).c_str(), {width, 0});
  if (cut) tip(caption);
  return pressed;
}

bool wide_button(const char* caption, ImU32 background, ImU32 background_hovered, ImU32 text) {
  ImGui::PushStyleColor(ImGuiCol_Button, background);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, background_hovered);
  ImGui::PushStyleColor(ImGuiCol_ButtonActive, background);
  ImGui::PushStyleColor(ImGuiCol_Text, text);
  const bool pressed = push_button(caption, ImGui::GetContentRegionAvail().x);
  ImGui::PopStyleColor(4);
  return pressed;
}

Pair pair_of(const char* first, const char* second) {
  const float whole = ImGui::GetContentRegionAvail().x;
  const float half = (whole - ImGui::GetStyle().ItemSpacing.x) / 2;
  const float room = half - 2 * ImGui::GetStyle().FramePadding.x;
  const bool fits = std::max(ImGui::CalcTextSize(first).x, ImGui::CalcTextSize(second).x) <= room;
  return {fits, fits ? half : whole};
}

void tip(const std::string& words, const std::string& key) {
  if (!ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) return;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(std::min(ImGui::GetFontSize() * 22, display.x * 0.8f));
  ImGui::TextUnformatted((key.empty() ? words : words + "  (" + key + ")").c_str());
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

void focus_frame() {
  if (!ImGui::GetIO().NavVisible || !ImGui::IsItemFocused()) return;
  const float width = std::max(1.0f, ImGui::GetTextLineHeight() * 0.12f);
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  ImGui::GetWindowDrawList()->AddRect({low.x - width, low.y - width},
                                      {high.x + width, high.y + width}, theme::kAccent,
                                      ImGui::GetStyle().FrameRounding, 0, width);
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
  if (shown != text) tip(text);
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
