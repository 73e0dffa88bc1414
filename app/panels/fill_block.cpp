#include "app/panels/fill_block.h"

#include <string>

#include "app/panels/theme.h"
#include "app/panels/widgets.h"

namespace gridlens {
namespace {

constexpr int kFastest_ms = 50, kSlowest_ms = 1000;

void pace_slider(const ScreenFillView& fill, std::vector<Command>& commands) {
  int pace_ms = fill.pace_ms;
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (ImGui::SliderInt("##pace", &pace_ms, kFastest_ms, kSlowest_ms, "One entry in %d ms",
                       ImGuiSliderFlags_AlwaysClamp))
    commands.emplace_back(SetFillPace{pace_ms});
  tip("the least time from one entry to the next");
}

void running_block(const ScreenFillView& fill, std::vector<Command>& commands) {
  const bool waits = fill.seconds_left > 0;
  if (wide_button(waits ? "Cancel" : "Stop", theme::kField, theme::kFieldHovered, theme::kText))
    commands.emplace_back(CancelFill{});
  tip(waits ? "types nothing" : "a move of the mouse stops it, too", "Esc");
  coloured_text(waits ? "Filling in begins in " + std::to_string(fill.seconds_left) + " s"
                      : std::to_string(fill.seen) + " of " + std::to_string(fill.cells) +
                            " entries typed and seen",
                theme::kText);
}

}  // namespace

void fill_block(const ScreenFillView& fill, std::vector<Command>& commands) {
  if (fill.running) return running_block(fill, commands);
  if (!fill.possible && fill.told.empty()) return;
  ImGui::BeginDisabled(!fill.possible);
  if (push_button("Fill it in", ImGui::GetContentRegionAvail().x, "fill"))
    commands.emplace_back(StartFill{});
  tip("types the solution into the other program, after three seconds; Esc or a move of the mouse "
      "stops it");
  if (fill.wrong) {
    if (push_button("Type over wrong entries", ImGui::GetContentRegionAvail().x, "correct"))
      commands.emplace_back(StartFill{true});
    tip("fills it in and corrects the entries that are wrong");
  }
  ImGui::EndDisabled();
  pace_slider(fill, commands);
  if (!fill.told.empty()) coloured_text(fill.told, fill.well ? theme::kGood : theme::kWarning);
}

}  // namespace gridlens
