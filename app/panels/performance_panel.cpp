#include "app/panels/performance_panel.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

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
  list->AddRectFilled({left, top}, {left + length(stage.p99_ms), bottom}, theme::kAccentQuiet,
                      round);
  list->AddRectFilled({left, top}, {left + length(stage.median_ms), bottom}, theme::kAccent, round);
  ImGui::PushStyleColor(ImGuiCol_Text, theme::kQuiet);
  ImGui::TextUnformatted(stage.name.c_str());
  ImGui::PopStyleColor();
  right_aligned(formatted("%.1f", stage.median_ms), corner.x + width * 0.82f, theme::kText);
  right_aligned(formatted("%.1f", stage.p99_ms), corner.x + width, theme::kQuiet);
}

// One value a frame, newest at the right; the scale begins at 0.
void plot(const char* caption, const std::vector<float>& values, const char* format,
          const char* words) {
  if (values.empty()) return;
  const float most = *std::max_element(values.begin(), values.end());
  value_row(caption, formatted(format, static_cast<double>(values.back())));
  ImGui::PushID(caption);
  const ImVec2 size(ImGui::GetContentRegionAvail().x, ImGui::GetTextLineHeight() * 2);
  const auto count = static_cast<int>(values.size());
  ImGui::PlotLines("##plot", values.data(), count, 0, nullptr, 0, std::max(most * 1.1f, 1.0f),
                   size);
  ImGui::PopID();
  tip(std::string(words) + "; highest: " + formatted(format, static_cast<double>(most)));
}

}  // namespace

void performance_panel(const SessionView& view) {
  const bool moving = !view.source.stills;  // of a still there is nothing to tell of a camera
  const std::string summary =
      view.vision_fps > 0 && moving ? formatted("%.0f fps", view.vision_fps) : "";
  if (!panel_heading("Performance", summary)) return;
  const PerformanceView& last = view.performance;
  if (moving) {
    value_row("Camera", formatted("%.1f fps", view.camera_fps));
    value_row("Vision", formatted("%.1f fps", view.vision_fps));
    value_row("Frames dropped", std::to_string(view.dropped));
    plot("Shown", last.fps, "%.1f fps", "frames shown in a second");
    plot("Dropped", last.dropped, "%.0f",
         "frames that were replaced by newer ones, since the last");
  }
  plot("Capture to screen", last.latency_ms, "%.0f ms", "from the camera's picture to the window");
  plot("All stages", last.stages_ms, "%.1f ms", "work on one frame");
  if (view.stages.empty()) return;
  ImGui::PushFont(gui_fonts().small);
  const float right = ImGui::GetCursorScreenPos().x + ImGui::GetContentRegionAvail().x;
  const float width = ImGui::GetContentRegionAvail().x;
  ImGui::PushStyleColor(ImGuiCol_Text, theme::kQuiet);
  ImGui::TextUnformatted(width > ImGui::GetFontSize() * 13 ? "stage, ms" : "ms");
  ImGui::PopStyleColor();
  right_aligned("median", right - width * 0.18f, theme::kQuiet);
  right_aligned("p99", right, theme::kQuiet);
  double longest_ms = 1;
  for (const StageStatistics& stage : view.stages) longest_ms = std::max(longest_ms, stage.p99_ms);
  for (const StageStatistics& stage : view.stages) stage_row(stage, longest_ms);
  ImGui::PopFont();
}

}  // namespace gridlens
