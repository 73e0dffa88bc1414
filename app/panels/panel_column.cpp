#include "app/panels/panel_column.h"

#include <algorithm>
#include <array>
#include <utility>

#include "app/panels/boards_panel.h"
#include "app/panels/cell_panel.h"
#include "app/panels/control_panel.h"
#include "app/panels/gui_context.h"
#include "app/panels/recording_panel.h"
#include "app/panels/source_panel.h"
#include "app/panels/statistics_panel.h"
#include "app/panels/theme.h"
#include "app/panels/widgets.h"

namespace gridlens {
namespace {

constexpr ImGuiWindowFlags kFixed = ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize |
                                    ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoCollapse |
                                    ImGuiWindowFlags_NoSavedSettings |
                                    ImGuiWindowFlags_NoBringToFrontOnFocus;

constexpr std::array<std::pair<const char*, const char*>, 12> kKeys = {
    {{"Space", "overlay on / off"},
     {"G", "givens / solution"},
     {"O  L  M  F", "outline, hands, mirror, freeze"},
     {"R", "record"},
     {"N", "read again"},
     {"Click, C", "correct a cell, the next doubt"},
     {"V", "the selected cell's answer"},
     {"F8", "save a problem report"},
     {"H or Tab", "hide this column"},
     {"F11", "full screen"},
     {"Esc or Q", "quit"},
     {"Drop a file", "open it"}}};

void keys_panel() {
  if (!panel_heading("Keys")) return;
  for (const auto& [key, meaning] : kKeys) value_row(key, meaning);
}

// A tab on the column's edge: folds it away and brings it back.
void draw_handle(PanelColumn& column, float edge, double scale) {
  const auto unit = static_cast<float>(scale);
  const ImVec2 size(18 * unit, 44 * unit);
  ImGui::SetNextWindowPos({edge - size.x, 14 * unit});
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::Begin("handle", nullptr,
               kFixed | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoScrollbar);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  if (ImGui::InvisibleButton("fold", size)) column.open = !column.open;
  const bool hovered = ImGui::IsItemHovered();
  if (hovered) ImGui::SetTooltip("%s (H)", column.open ? "hide the panels" : "show the panels");
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(corner, {corner.x + size.x, corner.y + size.y}, theme::kPanel, 8 * unit,
                      ImDrawFlags_RoundCornersLeft);
  const float x = corner.x + size.x / 2;
  const float y = corner.y + size.y / 2;
  const float reach = (column.open ? 3.0f : -3.0f) * unit;
  const std::array<ImVec2, 3> arrow = {
      {{x - reach, y - 6 * unit}, {x + reach, y}, {x - reach, y + 6 * unit}}};
  list->AddPolyline(arrow.data(), 3, hovered ? theme::kText : theme::kQuiet, 0, 2 * unit);
  ImGui::End();
  ImGui::PopStyleVar(2);
}

}  // namespace

float draw_panel_column(PanelColumn& column, double scale, const SessionView& view,
                        std::vector<Command>& commands) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  // A narrow window keeps half of itself for the picture.
  const float width =
      column.open ? std::min(static_cast<float>(column.width * scale), display.x / 2) : 0;
  const float edge = display.x - width;
  if (column.open) {
    ImGui::SetNextWindowPos({edge, 0});
    ImGui::SetNextWindowSize({width, display.y});
    ImGui::Begin("panels", nullptr, kFixed | ImGuiWindowFlags_NoBackground);
    boards_panel(view, commands);
    cell_panel(column.editor, view, commands);
    control_panel(view, commands);
    recording_panel(view, commands);
    source_panel(view, commands);
    statistics_panel(view);
    keys_panel();
    ImGui::End();
  }
  draw_handle(column, edge, scale);
  return edge;
}

}  // namespace gridlens
