#include "app/panels/key_card.h"

#include <imgui/imgui.h>

#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "app/keys/keys.h"
#include "app/panels/gui_context.h"
#include "app/panels/theme.h"

namespace gridlens {
namespace {

struct KeyLine {
  std::string keys;   // empty: a heading
  std::string words;  // empty as well: a gap
};

// Headings, their keys and the gaps between them, in the table's order.
std::vector<KeyLine> all_lines(bool playing) {
  std::vector<KeyLine> lines;
  std::optional<KeyGroup> group;
  for (const KeyBinding& binding : key_bindings()) {
    if (!works_in(binding, playing)) continue;
    if (group != binding.group) {
      if (group) lines.push_back({});
      lines.push_back({"", title_of(binding.group)});
      group = binding.group;
    }
    lines.push_back({key_names(binding, playing), binding.words});
  }
  lines.push_back({});
  lines.push_back({"", "With the mouse"});
  lines.push_back({"Click", playing ? "select a cell" : "select a cell to correct or reveal it"});
  if (playing) lines.push_back({"Right, Shift-click", "note the symbol at that place of the cell"});
  lines.push_back({"Drop", "open files"});
  return lines;
}

// The lines of each column: broken before headings where that keeps columns even.
std::vector<std::vector<KeyLine>> in_columns(const std::vector<KeyLine>& lines,
                                             std::size_t columns) {
  const std::size_t most = (lines.size() + columns - 1) / columns;
  std::vector<std::vector<KeyLine>> all(1);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const bool gap = lines[i].words.empty();
    std::size_t block = 1;  // up to the next gap
    while (i + block < lines.size() && !lines[i + block].words.empty()) ++block;
    if (gap && all.size() < columns && all.back().size() + block / 2 > most) {
      all.emplace_back();
      continue;
    }
    all.back().push_back(lines[i]);
  }
  return all;
}

struct Layout {
  std::vector<std::vector<KeyLine>> columns;
  float size = 1;  // of the text, of the font's own
  float keys_width = 0, words_width = 0, line = 0, gap = 0;
  [[nodiscard]] float column_width() const { return keys_width + words_width + 2 * gap; }
  [[nodiscard]] ImVec2 extent() const {
    std::size_t most = 0;
    for (const auto& column : columns) most = std::max(most, column.size());
    return {static_cast<float>(columns.size()) * column_width() - gap,
            static_cast<float>(most) * line};
  }
};

Layout layout_of(const std::vector<KeyLine>& lines, std::size_t columns, float size) {
  Layout layout;
  layout.columns = in_columns(lines, columns);
  layout.size = size;
  ImFont* font = gui_fonts().text;
  const float pixels = font->FontSize * size;
  for (const KeyLine& line : lines) {
    const auto width = [&](ImFont* by, const std::string& text) {
      return by->CalcTextSizeA(pixels, FLT_MAX, 0, text.c_str()).x;
    };
    if (!line.keys.empty())
      layout.keys_width = std::max(layout.keys_width, width(gui_fonts().bold, line.keys));
    layout.words_width = std::max(layout.words_width, width(font, line.words));
  }
  layout.line = pixels * 1.4f;
  layout.gap = pixels;
  return layout;
}

// The largest that fits; else the narrowest of the smallest, to be scrolled.
Layout fitting_layout(ImVec2 room, bool playing, double scale) {
  const std::vector<KeyLine> lines = all_lines(playing);
  const float least = std::min(1.0f, 1 / static_cast<float>(scale));
  for (float size = 1; size >= least - 0.01f; size -= 0.05f)
    for (const std::size_t columns : {1, 2, 3}) {
      Layout layout = layout_of(lines, columns, size);
      if (layout.extent().x <= room.x && layout.extent().y <= room.y) return layout;
    }
  for (const std::size_t columns : {3, 2}) {
    Layout layout = layout_of(lines, columns, least);
    if (layout.extent().x <= room.x) return layout;
  }
  return layout_of(lines, 1,
                   std::min(least, least * room.x / layout_of(lines, 1, least).extent().x));
}

void draw_lines(const Layout& layout) {
  ImDrawList* list = ImGui::GetWindowDrawList();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float pixels = gui_fonts().text->FontSize * layout.size;
  for (std::size_t column = 0; column < layout.columns.size(); ++column) {
    const float x = corner.x + static_cast<float>(column) * layout.column_width();
    float y = corner.y;
    for (const KeyLine& line : layout.columns[column]) {
      const bool heading = line.keys.empty();
      if (heading) {
        list->AddText(gui_fonts().bold, pixels, {x, y}, theme::kQuiet, line.words.c_str());
      } else {
        list->AddText(gui_fonts().bold, pixels, {x, y}, theme::kText, line.keys.c_str());
        list->AddText(gui_fonts().text, pixels, {x + layout.keys_width + layout.gap, y},
                      theme::kText, line.words.c_str());
      }
      y += layout.line;
    }
  }
  ImGui::Dummy(layout.extent());
}

}  // namespace

void draw_key_card(bool& open, bool playing, double scale) {
  if (!open) return;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const auto unit = static_cast<float>(std::min(scale, static_cast<double>(display.y) / 600));
  const ImVec2 padding(24 * unit, 20 * unit);
  const float bar = ImGui::GetStyle().ScrollbarSize;
  const ImVec2 room(display.x * 0.96f - 2 * padding.x - bar, display.y * 0.96f - 2 * padding.y);
  const Layout layout = fitting_layout(room, playing, scale);
  const ImVec2 size(
      std::min(layout.extent().x, room.x) + 2 * padding.x + (layout.extent().y > room.y ? bar : 0),
      std::min(layout.extent().y, room.y) + 2 * padding.y);
  ImGui::SetNextWindowPos({(display.x - size.x) / 2, (display.y - size.y) / 2});
  ImGui::SetNextWindowSize(size);
  ImGui::SetNextWindowFocus();  // above the panel
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, padding);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowRounding, 12 * unit);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 1);
  ImGui::Begin("keys", nullptr,
               ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoNav);
  draw_lines(layout);
  const float step = layout.line * 3;
  if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_DownArrow)))
    ImGui::SetScrollY(ImGui::GetScrollY() + step);
  if (ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_UpArrow)))
    ImGui::SetScrollY(std::max(ImGui::GetScrollY() - step, 0.0f));
  if (ImGui::IsMouseClicked(ImGuiMouseButton_Left) &&
      !ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem))
    open = false;
  ImGui::End();
  ImGui::PopStyleVar(3);
}

}  // namespace gridlens
