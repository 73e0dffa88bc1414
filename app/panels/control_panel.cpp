#include "app/panels/control_panel.h"

#include <array>
#include <cmath>

#include "app/keys/keys.h"
#include "app/panels/gui_context.h"
#include "app/panels/play_panel.h"
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

constexpr std::array<const char*, 5> kInkNames = {"blue ink", "green ink", "red ink", "violet ink",
                                                  "black ink"};

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
  focus_frame();
  const ImVec2 centre(corner.x + size / 2, corner.y + size / 2);
  ImDrawList* list = ImGui::GetWindowDrawList();
  // On a scrap of paper, as it will be seen.
  list->AddCircleFilled(centre, size * 0.5f, theme::colour(0xe9e6df), 32);
  list->AddCircleFilled(centre, size * 0.34f, packed(ink), 32);
  if (chosen) list->AddCircle(centre, size * 0.5f, theme::kAccent, 32, size * 0.09f);
  tip(std::string(kInkNames.at(static_cast<std::size_t>(number))) +
      ", as far as it can be read on the page");
  ImGui::PopID();
  return pressed;
}

// Goes on in this line where `width` fits into it.
void same_line_if(float width) {
  const float right = ImGui::GetWindowPos().x + ImGui::GetWindowContentRegionMax().x;
  if (ImGui::GetItemRectMax().x + ImGui::GetStyle().ItemSpacing.x + width <= right)
    ImGui::SameLine();
}

bool ink_row(Rgba& ink) {
  const float size = ImGui::GetFrameHeight() * 0.92f;
  bool changed = false;
  int number = 0;
  for (const Rgba& offered : kInks) {
    if (number > 0) same_line_if(size);
    if (ink_swatch(number++, offered, same_ink(ink, offered), size)) {
      ink = offered;
      changed = true;
    }
  }
  same_line_if(ImGui::GetFrameHeight());
  changed |= ImGui::ColorEdit3("##own ink", &ink.r,
                               ImGuiColorEditFlags_NoInputs | ImGuiColorEditFlags_NoLabel);
  tip("any other colour");
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
  const Pair pair = pair_of("Back", "Next hint");
  ImGui::BeginDisabled(settings.hints <= 1);
  if (push_button("Back", pair.width)) {
    --settings.hints;
    changed = true;
  }
  ImGui::EndDisabled();
  tip("one step less on the paper");
  if (pair.side_by_side) ImGui::SameLine();
  if (push_button("Next hint", pair.width)) {
    ++settings.hints;
    changed = true;
  }
  tip("one step more on the paper");
  changed |= toggle("How: the whole chain", settings.how);
  tip("all steps that lead to the newest one, in words");
  return changed;
}

}  // namespace

void control_panel(const SessionView& view, std::vector<Command>& commands) {
  if (!panel_heading("Overlay")) return;
  Settings settings = view.settings;
  bool changed = false;
  // The caption's control, with its key at the right and in the tooltip.
  const auto switched = [&](const char* caption, bool& on, Action action, const char* words) {
    const std::string key = key_names(action);
    changed |= toggle(caption, on, key.c_str());
    tip(words, key);
  };

  static constexpr std::array<const char*, 5> kShows = {"Solution", "Hint", "Check", "Givens",
                                                        "Off"};
  static const std::array<std::string, 5> kTips = {
      "the missing digits  (" + key_names(Action::show_solution) + ")",
      "the next step, with its reason  (" + key_names(Action::show_hint) + ")",
      "which of the entries are wrong  (" + key_names(Action::show_check) + ")",
      "the givens as they were read  (" + key_names(Action::show_givens) + ")",
      "nothing is painted  (" + key_names(Action::show_nothing) +
          "; on and off: " + key_names(Action::overlay) + ")"};
  int show = static_cast<int>(settings.show) - 1;
  if (choice("show", kShows, show, kTips)) {
    settings.show = static_cast<Show>(show + 1);
    settings.hints = 1;
    changed = true;
  }
  changed |= advice_lines(view, settings);
  // On such a board they stand in place of what is chosen above.
  if (view.play.to_paper) to_paper_switch(view.play, commands);
  ImGui::BeginDisabled(settings.show != Show::solution && settings.show != Show::hint &&
                       settings.reveals.empty());
  changed |= ink_row(settings.solution_colour);
  float percent = settings.opacity * 100;
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  const char* caption =
      ImGui::GetContentRegionAvail().x > ImGui::GetFontSize() * 9 ? "Opacity %.0f %%" : "%.0f %%";
  if (ImGui::SliderFloat("##opacity", &percent, 10, 100, caption, ImGuiSliderFlags_AlwaysClamp)) {
    settings.opacity = percent / 100;
    changed = true;
  }
  ImGui::EndDisabled();
  tip("opacity of the painted digits",
      key_names(Action::more_opaque) + " and " + key_names(Action::less_opaque));
  switched("Outline and state", settings.outline, Action::outline,
           "a line around each board, and its state beside it");
  switched("Leave hands free", settings.spare_hands, Action::hands,
           "no digits where a hand or a pen lies on the board");
  switched("Mirror the picture", settings.mirror, Action::mirror,
           "as in a mirror, for a camera that looks at you");
  switched("Freeze the picture", settings.paused, Action::freeze, "the newest picture stays");
  if (changed) commands.emplace_back(ChangeSettings{settings});
}

}  // namespace gridlens
