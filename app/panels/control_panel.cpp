#include "app/panels/control_panel.h"

#include <array>
#include <cmath>

#include "app/panels/gui_context.h"
#include "app/panels/theme.h"
#include "app/panels/widgets.h"

namespace gridlens {
namespace {

// Inks that read well on white and on newspaper.
constexpr std::array<Rgba, 5> kInks = {{{0.05f, 0.35f, 0.85f, 1},
                                        {0.02f, 0.50f, 0.28f, 1},
                                        {0.80f, 0.10f, 0.12f, 1},
                                        {0.47f, 0.18f, 0.70f, 1},
                                        {0.10f, 0.10f, 0.12f, 1}}};

bool same_ink(const Rgba& a, const Rgba& b) {
  return std::abs(a.r - b.r) + std::abs(a.g - b.g) + std::abs(a.b - b.b) < 0.02f;
}

ImU32 packed(const Rgba& c) {
  return ImGui::ColorConvertFloat4ToU32({c.r, c.g, c.b, 1});
}

bool ink_swatch(int number, const Rgba& ink, bool chosen, float size) {
  ImGui::PushID(number);
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const bool pressed = ImGui::InvisibleButton("ink", {size, size});
  const ImVec2 centre(corner.x + size / 2, corner.y + size / 2);
  ImDrawList* list = ImGui::GetWindowDrawList();
  // On a scrap of paper, as it will be seen.
  list->AddCircleFilled(centre, size * 0.5f, theme::colour(0xe9e6df), 32);
  list->AddCircleFilled(centre, size * 0.34f, packed(ink), 32);
  if (chosen) list->AddCircle(centre, size * 0.5f, theme::kAccent, 32, size * 0.09f);
  ImGui::PopID();
  return pressed;
}

bool ink_row(Rgba& ink) {
  const float size = ImGui::GetFrameHeight() * 0.92f;
  bool changed = false;
  int number = 0;
  for (const Rgba& offered : kInks) {
    if (number > 0) ImGui::SameLine();
    if (ink_swatch(number++, offered, same_ink(ink, offered), size)) {
      ink = offered;
      changed = true;
    }
  }
  ImGui::SameLine();
  changed |= ImGui::ColorEdit3("##own ink", &ink.r,
                               ImGuiColorEditFlags_NoInputs | ImGuiColorEditFlags_NoLabel);
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("any other colour");
  return changed;
}

// What the hint or the check says, in words; true where another step was asked for.
bool advice_lines(const SessionView& view, Settings& settings) {
  bool changed = false;
  if (settings.show != Show::hint && settings.show != Show::check) return false;
  bool any = false;
  for (const auto& lines : view.advice)
    for (const std::string& line : lines) {
      coloured_text(line, theme::kText);
      any = true;
    }
  if (!any) quiet_text("no board in view");
  if (settings.show != Show::hint) return false;
  const float half = (ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ItemSpacing.x) / 2;
  ImGui::BeginDisabled(settings.hints <= 1);
  if (ImGui::Button("Back", {half, 0})) {
    --settings.hints;
    changed = true;
  }
  ImGui::EndDisabled();
  ImGui::SameLine();
  if (ImGui::Button("Next hint", {half, 0})) {
    ++settings.hints;
    changed = true;
  }
  changed |= toggle("How: the whole chain", settings.how);
  return changed;
}

}  // namespace

void control_panel(const SessionView& view, std::vector<Command>& commands) {
  if (!panel_heading("Overlay")) return;
  Settings settings = view.settings;
  bool changed = false;

  static constexpr std::array<const char*, 5> kShows = {"Solution", "Hint", "Check", "Givens",
                                                        "Off"};
  int show = static_cast<int>(settings.show) - 1;
  if (choice("show", kShows, show)) {
    settings.show = static_cast<Show>(show + 1);
    settings.hints = 1;
    changed = true;
  }
  changed |= advice_lines(view, settings);
  ImGui::BeginDisabled(settings.show != Show::solution && settings.show != Show::hint &&
                       settings.reveals.empty());
  changed |= ink_row(settings.solution_colour);
  float percent = settings.opacity * 100;
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (ImGui::SliderFloat("##opacity", &percent, 10, 100, "Opacity %.0f %%",
                         ImGuiSliderFlags_AlwaysClamp)) {
    settings.opacity = percent / 100;
    changed = true;
  }
  ImGui::EndDisabled();
  changed |= toggle("Outline and state", settings.outline, "O");
  changed |= toggle("Leave hands free", settings.spare_hands, "L");
  changed |= toggle("Mirror the picture", settings.mirror, "M");
  changed |= toggle("Freeze the picture", settings.paused, "F");
  if (changed) commands.emplace_back(ChangeSettings{settings});
}

}  // namespace gridlens
