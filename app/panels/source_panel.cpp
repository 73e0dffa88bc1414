#include "app/panels/source_panel.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

#include "app/keys/keys.h"
#include "app/panels/theme.h"
#include "app/panels/widgets.h"

namespace gridlens {
namespace {

constexpr double kSameRate = 0.6;  // drivers say 29.97 and deliver 30

std::string rate_text(double fps) {
  std::array<char, 24> text{};
  std::snprintf(text.data(), text.size(), "%.4g fps", fps);
  return text.data();
}

std::string size_text(int width, int height) {
  return std::to_string(width) + " x " + std::to_string(height);
}

// Names may hold what no font shows.
std::string in_one_line(std::string text) {
  std::replace_if(
      text.begin(), text.end(), [](unsigned char c) { return c < ' ' || c == 0x7f; }, ' ');
  return text;
}

std::string delivered(const SourceInfo& source) {
  if (source.width <= 0 || source.height <= 0) return "-";
  std::string text = size_text(source.width, source.height);
  if (source.fps > 0 && !source.stills) text += ", " + rate_text(source.fps);
  return text;
}

std::string label(const CameraDevice& camera) {
  return std::to_string(camera.index) + "  " +
         in_one_line(camera.name.empty() ? camera.path.string() : camera.name);
}

void camera_choice(const SessionView& view, std::vector<Command>& commands) {
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  const bool any = !view.cameras.empty();
  std::string chosen = any ? "Choose a camera" : "No camera found";
  for (const CameraDevice& camera : view.cameras)
    if (camera.path == view.source.node) chosen = label(camera);
  const float room = ImGui::GetContentRegionAvail().x - ImGui::GetFrameHeight() -
                     2 * ImGui::GetStyle().FramePadding.x;
  ImGui::BeginDisabled(!any);
  if (ImGui::BeginCombo("##camera", shortened(chosen, room).c_str())) {
    for (const CameraDevice& camera : view.cameras) {
      ImGui::PushID(camera.index);
      if (ImGui::Selectable(label(camera).c_str(), camera.path == view.source.node) &&
          camera.path != view.source.node)
        commands.emplace_back(OpenSource{camera.path.string()});
      ImGui::PopID();
    }
    ImGui::EndCombo();
  }
  if (any && ImGui::IsItemHovered()) ImGui::SetTooltip("%s", chosen.c_str());
  ImGui::EndDisabled();
}

// The size that comes now, and the others that the device offers; then its rates.
void mode_choice(const SourceInfo& source, std::vector<Command>& commands) {
  const std::vector<CameraSize> sizes = camera_sizes(source.modes);
  if (sizes.empty()) return;
  const auto now = std::find_if(sizes.begin(), sizes.end(), [&](const CameraSize& size) {
    return size.width == source.width && size.height == source.height;
  });
  const bool any_rate = now != sizes.end() && now->rates.size() > 1;
  const float width = ImGui::GetContentRegionAvail().x;
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  const float arrow = ImGui::GetFrameHeight() + 2 * ImGui::GetStyle().FramePadding.x;
  const float for_size = ImGui::CalcTextSize("1920 x 1080").x + arrow;
  const float for_rate = ImGui::CalcTextSize("29.97 fps").x + arrow;
  const bool side_by_side = any_rate && for_size + gap + for_rate <= width;
  ImGui::SetNextItemWidth(side_by_side ? width - gap - for_rate : width);
  if (ImGui::BeginCombo("##size", size_text(source.width, source.height).c_str())) {
    for (const CameraSize& size : sizes) {
      const std::string text = size_text(size.width, size.height);
      const bool current = now != sizes.end() && &*now == &size;
      if (ImGui::Selectable(text.c_str(), current) && !current)
        commands.emplace_back(ChangeCamera{{size.width, size.height, 0}});
    }
    ImGui::EndCombo();
  }
  if (!any_rate) return;
  if (side_by_side) ImGui::SameLine();
  ImGui::SetNextItemWidth(side_by_side ? for_rate : width);
  if (ImGui::BeginCombo("##rate", source.fps > 0 ? rate_text(source.fps).c_str() : "rate")) {
    for (const double rate : now->rates) {
      const bool current = std::abs(rate - source.fps) < kSameRate;
      if (ImGui::Selectable(rate_text(rate).c_str(), current) && !current)
        commands.emplace_back(ChangeCamera{{now->width, now->height, rate}});
    }
    ImGui::EndCombo();
  }
}

const char* slider_format(CameraControl control, int value, std::array<char, 32>& text) {
  if (control == CameraControl::focus) return "Focus %d";
  // Tenths of a millisecond.
  std::snprintf(text.data(), text.size(), "Exposure %.1f ms", value / 10.0);
  return text.data();
}

void control_row(const CameraControlState& state, std::vector<Command>& commands) {
  ImGui::PushID(static_cast<int>(state.control));
  int value = state.value;
  bool changed = false;
  if (state.control == CameraControl::auto_exposure || state.control == CameraControl::auto_focus) {
    bool on = value != 0;
    changed = toggle(
        state.control == CameraControl::auto_exposure ? "Automatic exposure" : "Automatic focus",
        on);
    value = on ? 1 : 0;
  } else {
    std::array<char, 32> text{};
    ImGui::BeginDisabled(!state.active);
    ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
    const bool wide = state.control == CameraControl::exposure && state.least > 0;
    changed = ImGui::SliderInt("##value", &value, state.least, state.most,
                               slider_format(state.control, value, text),
                               ImGuiSliderFlags_AlwaysClamp | ImGuiSliderFlags_NoInput |
                                   (wide ? ImGuiSliderFlags_Logarithmic : 0));
    ImGui::EndDisabled();
  }
  if (changed) commands.emplace_back(SetCameraControl{state.control, value});
  ImGui::PopID();
}

void file_choice(const SessionView& view, std::vector<Command>& commands) {
  const Pair pair = pair_of("Open files", "Open a folder");
  ImGui::BeginDisabled(view.open_dialog.choosing);
  if (push_button("Open files", pair.width)) commands.emplace_back(ShowOpenDialog{false});
  tip("pictures, or a video", key_names(Action::open));
  if (pair.side_by_side) ImGui::SameLine();
  if (push_button("Open a folder", pair.width)) commands.emplace_back(ShowOpenDialog{true});
  ImGui::EndDisabled();
  if (push_button("A window or the screen", ImGui::GetContentRegionAvail().x))
    commands.emplace_back(ShowScreenPicker{});
  tip("a puzzle that another program shows", key_names(Action::screen));
  if (view.open_dialog.recent.empty()) return;
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x);
  if (!ImGui::BeginCombo("##recent", "Opened lately")) return;
  int number = 0;
  for (const auto& path : view.open_dialog.recent) {
    ImGui::PushID(number++);
    if (ImGui::Selectable(in_one_line(path.filename().string()).c_str()))
      commands.emplace_back(OpenFiles{{path.string()}});
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", in_one_line(path.string()).c_str());
    ImGui::PopID();
  }
  ImGui::EndCombo();
}

void overlay_choice(const ScreenOverlayView& overlay, std::vector<Command>& commands) {
  bool on = overlay.on;
  if (toggle("Overlay over the program", on)) commands.emplace_back(OverlayOnScreen{on});
  tip("the answers over the window that is read; the mouse goes through them");
  if (on && !overlay.trouble.empty()) coloured_text(overlay.trouble, theme::kWarning);
}

}  // namespace

void source_panel(const SessionView& view, std::vector<Command>& commands) {
  if (!panel_heading("Input")) return;
  value_row("From", view.source.name.empty() ? "-" : in_one_line(view.source.name));
  value_row("Delivers", delivered(view.source));
  if (!view.source.format.empty()) value_row("Format", view.source.format);
  if (!view.trouble.empty()) coloured_text(view.trouble, theme::kWarning);
  if (!view.note.empty()) coloured_text(view.note, theme::kQuiet);
  if (!view.tip.empty()) coloured_text(view.tip, theme::kText);
  camera_choice(view, commands);
  if (!view.source.node.empty()) {
    mode_choice(view.source, commands);
    for (const CameraControlState& state : view.controls) control_row(state, commands);
  }
  if (view.source.screen) overlay_choice(view.screen_overlay, commands);
  file_choice(view, commands);
  quiet_text("or drop pictures, a video or a folder on the window");
}

}  // namespace gridlens
