#include "app/panels/statistics_panel.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

#include "app/panels/gui_context.h"
#include "app/panels/theme.h"
#include "app/panels/widgets.h"

namespace gridlens {
namespace {

std::string formatted(const char* format, double value) {
  std::array<char, 32> text{};
  std::snprintf(text.data(), text.size(), format, value);
  return text.data();
}

void right_aligned(const std::string& text, float right, ImU32 colour) {
  ImGui::SameLine();
  ImGui::SetCursorScreenPos(
      {right - ImGui::CalcTextSize(text.c_str()).x, ImGui::GetCursorScreenPos().y});
  ImGui::PushStyleColor(ImGuiCol_Text, colour);
  ImGui::TextUnformatted(text.c_str());
  ImGui::PopStyleColor();
}

// A stage's name, a bar from 0 over the median to the 99th percentile, and both figures.
void stage_row(const StageStatistics& stage, double longest_ms) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x;
  const float line = ImGui::GetTextLineHeight();
  const float left = corner.x + width * 0.26f;
  const float full = width * 0.36f;
  const auto length = [&](double ms) {
    return full * static_cast<float>(std::clamp(ms / longest_ms, 0.0, 1.0));
  };
  const float top = corner.y + line * 0.36f;
  const float bottom = corner.y + line * 0.74f;
  const float round = (bottom - top) / 2;
  ImDrawList* list = ImGui::GetWindowDrawList();
  list->AddRectFilled({left, top}, {left + full, bottom}, theme::kField, round);
  list->AddRectFilled({left, top}, {left + length(stage.p99_ms), bottom}, theme::colour(0x35507f),
                      round);
  list->AddRectFilled({left, top}, {left + length(stage.median_ms), bottom}, theme::kAccent, round);
  ImGui::PushStyleColor(ImGuiCol_Text, theme::kQuiet);
  ImGui::TextUnformatted(stage.name.c_str());
  ImGui::PopStyleColor();
  right_aligned(formatted("%.1f", stage.median_ms), corner.x + width * 0.82f, theme::kText);
  right_aligned(formatted("%.1f", stage.p99_ms), corner.x + width, theme::kQuiet);
}

}  // namespace

void statistics_panel(const SessionView& view) {
  const std::string summary =
      view.vision_fps > 0 && !view.source.stills ? formatted("%.0f fps", view.vision_fps) : "";
  if (!panel_heading("Statistics", summary)) return;
  // Of a still there is nothing to tell of a camera.
  if (!view.source.stills) value_row("Camera", formatted("%.1f fps", view.camera_fps));
  if (!view.source.stills) value_row("Vision", formatted("%.1f fps", view.vision_fps));
  value_row("Capture to screen", formatted("%.0f ms", view.latency_ms));
  if (!view.source.stills) value_row("Frames dropped", std::to_string(view.dropped));
  if (view.stages.empty()) return;
  ImGui::PushFont(gui_fonts().small);
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::PushStyleColor(ImGuiCol_Text, theme::kQuiet);
  ImGui::TextUnformatted("stage, ms");
  ImGui::PopStyleColor();
  right_aligned("median", right - width * 0.18f, theme::kQuiet);
  right_aligned("p99", right, theme::kQuiet);
  double longest_ms = 1;
  for (const StageStatistics& stage : view.stages) longest_ms = std::max(longest_ms, stage.p99_ms);
  for (const StageStatistics& stage : view.stages) stage_row(stage, longest_ms);
  ImGui::PopFont();
}

}  // namespace gridlens
