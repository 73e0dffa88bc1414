#include "app/panels/panel_column.h"

#include <imgui/imgui_internal.h>

#include <algorithm>
#include <array>
#include <utility>

#include "app/keys/keys.h"
#include "app/panels/appearance_panel.h"
#include "app/panels/boards_panel.h"
#include "app/panels/cell_panel.h"
#include "app/panels/control_panel.h"
#include "app/panels/debug_panel.h"
#include "app/panels/gui_context.h"
#include "app/panels/history_panel.h"
#include "app/panels/key_card.h"
#include "app/panels/performance_panel.h"
#include "app/panels/play_panel.h"
#include "app/panels/recording_panel.h"
#include "app/panels/source_panel.h"
#include "app/panels/theme.h"
#include "app/panels/widgets.h"

namespace gridlens {
namespace {

constexpr ImGuiWindowFlags kFixed =
    ImGuiWindowFlags_NoTitleBar | ImGuiWindowFlags_NoResize | ImGuiWindowFlags_NoMove |
    ImGuiWindowFlags_NoCollapse | ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoBackground;

// The headings, in the order of PanelGroup.
constexpr std::array<const char*, kPanelGroups> kTitles = {
    "Overlay", "Boards",     "History",     "Selected cell", "Recording",
    "Input",   "Appearance", "Performance", "Debug views"};

// The groups' headings keep in ImGui's storage whether they are open.
void put_open(const WindowLook& look) {
  for (std::size_t i = 0; i < kPanelGroups; ++i)
    ImGui::GetStateStorage()->SetBool(ImGui::GetID(kTitles.at(i)), look.open.at(i));
}

void take_open(WindowLook& look) {
  for (std::size_t i = 0; i < kPanelGroups; ++i)
    look.open.at(i) = ImGui::GetStateStorage()->GetBool(ImGui::GetID(kTitles.at(i)), true);
}

// A mark on the column's edge: folds it away and brings it back.
void draw_handle(PanelColumn& column, float edge, double scale) {
  const auto unit = static_cast<float>(scale);
  bool& open = column.look.panel_open;
  // Above the open panel's groups, so that it covers nothing.
  const ImVec2 size(open ? ImVec2(30 * unit, 24 * unit) : ImVec2(18 * unit, 44 * unit));
  ImGui::SetNextWindowPos(open ? ImVec2(edge, 0) : ImVec2(edge - size.x, 14 * unit));
  ImGui::SetNextWindowSize(size);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, {1, 1});
  ImGui::Begin("handle", nullptr, kFixed | ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoNav);
  ImGui::PopStyleVar(2);  // the tooltip has its own
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  if (ImGui::InvisibleButton("fold", size)) open = !open;
  const bool hovered = ImGui::IsItemHovered();
  tip(open ? "hide the panel" : "show the panel", key_names(Action::panel));
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled(corner, {corner.x + size.x, corner.y + size.y}, theme::kPanel, 8 * unit,
                      open ? ImDrawFlags_RoundCornersNone : ImDrawFlags_RoundCornersLeft);
  const float x = corner.x + size.x / 2;
  const float y = corner.y + size.y / 2;
  const float reach = (open ? 3.0f : -3.0f) * unit;
  const float half = (open ? 4.5f : 6.0f) * unit;
  const std::array<ImVec2, 3> arrow = {
      {{x - reach, y - half}, {x + reach, y}, {x - reach, y + half}}};
  list->AddPolyline(arrow.data(), 3, hovered ? theme::kText : theme::kQuiet, 0, 2 * unit);
  ImGui::End();
}

// Whether the keyboard moves through the panel is ImGui's affair only while a person wished for it:
// else Space, Tab and the arrows are the program's.
class Focus {
 public:
  explicit Focus(PanelColumn& column) : column_(column) {
    ImGuiIO& io = ImGui::GetIO();
    const bool has = (io.ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0;
    const bool wanted = column.focused && column.look.panel_open;
    begins_ = wanted && !has;
    if (begins_) {
      io.ConfigFlags |= ImGuiConfigFlags_NavEnableKeyboard;
      ImGui::SetNextWindowFocus();
    } else if (!wanted && has) {
      io.ConfigFlags &= ~ImGuiConfigFlags_NavEnableKeyboard;
      ImGui::SetWindowFocus(nullptr);
    }
    column.focused = wanted;
  }
  // Inside the panel's window.
  void begin() const {
    const int steps = std::exchange(column_.steps, 0);
    if (begins_) {
      ImGui::NavInitWindow(ImGui::GetCurrentWindow(), true);
      ImGui::GetCurrentContext()->NavDisableHighlight = false;
    } else if (column_.focused && steps != 0) {
      const ImGuiDir direction = steps > 0 ? ImGuiDir_Down : ImGuiDir_Up;
      ImGui::NavMoveRequestSubmit(direction, direction, ImGuiNavMoveFlags_None,
                                  ImGuiScrollFlags_None);
    }
  }
  [[nodiscard]] ImGuiWindowFlags flags() const {
    return column_.focused ? 0 : ImGuiWindowFlags_NoNav;
  }
  // A click on the picture gives the keys back.
  void end() const {
    if (column_.focused && !begins_ && ImGui::GetCurrentContext()->NavWindow == nullptr)
      column_.focused = false;
  }

 private:
  PanelColumn& column_;
  bool begins_ = false;
};

}  // namespace

float draw_panel_column(PanelColumn& column, double scale, const SessionView& view,
                        std::vector<Command>& commands) {
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  const bool open = column.look.panel_open;
  // A narrow window keeps half of itself for the picture.
  const float width = open ? std::min(static_cast<float>(column.width * scale), display.x / 2) : 0;
  const float edge = display.x - width;
  const Focus focus(column);
  column.debug_wanted = false;
  if (open) {
    ImGui::SetNextWindowPos({edge, 0});
    ImGui::SetNextWindowSize({width, display.y});
    ImGui::Begin("panels", nullptr,
                 kFixed | ImGuiWindowFlags_NoBringToFrontOnFocus | focus.flags());
    focus.begin();
    if (view.play.open) {
      play_panel(view, commands);
    } else {
      put_open(column.look);
      control_panel(view, commands);
      boards_panel(view, column.texture_of, commands);
      history_panel(view, column.texture_of, commands);
      cell_panel(column.editor, view, commands);
      recording_panel(view, commands);
      source_panel(view, commands);
      column.card |= appearance_panel(column.look, scale);
      performance_panel(view);
      column.debug_wanted = debug_panel(view, column.texture_of);
      take_open(column.look);
    }
    ImGui::End();
  }
  draw_handle(column, edge, scale);
  focus.end();
  draw_key_card(column.card, view.play.open, scale);
  return edge;
}

}  // namespace gridlens
