#include "app/panels/source_panel.h"

#include <array>
#include <cstdio>
#include <string>

#include "app/panels/theme.h"
#include "app/panels/widgets.h"

namespace gridlens {
namespace {

std::string delivered(const SourceInfo& source) {
  if (source.width <= 0 || source.height <= 0) return "-";
  std::string text = std::to_string(source.width) + " x " + std::to_string(source.height);
  if (source.fps > 0) {
    std::array<char, 24> fps{};
    std::snprintf(fps.data(), fps.size(), "%.4g", source.fps);
    text += std::string(", ") + fps.data() + " fps";
  }
  return text;
}

std::string label(const CameraDevice& camera) {
  return std::to_string(camera.index) + "  " +
         (camera.name.empty() ? camera.path.string() : camera.name);
}

void camera_choice(const SessionView& view, std::vector<Command>& commands) {
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  const bool any = !view.cameras.empty();
  ImGui::BeginDisabled(!any);
  const float room = ImGui::GetContentRegionAvail().x - ImGui::GetFrameHeight() -
                     2 * ImGui::GetStyle().FramePadding.x;
  const char* caption = any ? "Choose a camera" : "No camera found";
  if (ImGui::BeginCombo("##camera", shortened(caption, room).c_str())) {
    for (const CameraDevice& camera : view.cameras) {
      ImGui::PushID(camera.index);
      if (ImGui::Selectable(label(camera).c_str())) {
        commands.emplace_back(OpenSource{camera.path.string()});
      }
      ImGui::PopID();
    }
    ImGui::EndCombo();
  }
  ImGui::EndDisabled();
}

}  // namespace

void source_panel(const SessionView& view, std::vector<Command>& commands) {
  if (!panel_heading("Input")) return;
  value_row("From", view.source.name.empty() ? "-" : view.source.name);
  value_row("Delivers", delivered(view.source));
  if (!view.source.format.empty()) value_row("Format", view.source.format);
  if (!view.trouble.empty()) coloured_text(view.trouble, theme::kWarning);
  if (!view.note.empty()) coloured_text(view.note, theme::kQuiet);
  camera_choice(view, commands);
  quiet_text("or drop a video, picture or folder on the window");
}

}  // namespace gridlens
