#include "app/panels/recording_panel.h"

#include <array>
#include <cstdio>
#include <string>

#include "app/keys/keys.h"
#include "app/panels/recording_text.h"
#include "app/panels/theme.h"
#include "app/panels/widgets.h"

namespace gridlens {
namespace {

constexpr std::size_t kLongestPath = 1024;

void record_buttons(const RecordingView& recording, std::vector<Command>& commands) {
  if (!recording.running) {
    if (wide_button("Start recording", theme::kField, theme::kFieldHovered, theme::kText))
      commands.emplace_back(StartRecording{});
    tip("a video of what is shown", key_names(Action::record));
    return;
  }
  const char* pause = recording.paused ? "Go on" : "Pause";
  const Pair pair = pair_of("Stop", pause);
  ImGui::PushStyleColor(ImGuiCol_Button, theme::kBad);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, theme::colour(0xf0666a));
  ImGui::PushStyleColor(ImGuiCol_Text, theme::colour(0xffffff));
  if (push_button("Stop", pair.width)) commands.emplace_back(StopRecording{});
  ImGui::PopStyleColor(3);
  tip("finishes the file", key_names(Action::record));
  if (pair.side_by_side) ImGui::SameLine();
  if (push_button(pause, pair.width, "pause"))
    commands.emplace_back(PauseRecording{!recording.paused});
  tip("a pause is left out of the file", key_names(Action::pause_recording));
}

// A recording that runs keeps what it was begun with.
void recorded_choice(const SessionView& view, std::vector<Command>& commands) {
  constexpr std::array<const char*, 3> kCaptions = {"Overlay", "As captured", "Both"};
  OutputSettings settings = view.outputs.settings;
  int chosen = static_cast<int>(settings.recorded) - 1;
  ImGui::BeginDisabled(view.recording.running);
  if (choice("recorded", kCaptions, chosen)) {
    settings.recorded = static_cast<RecordedPicture>(chosen + 1);
    commands.emplace_back(ChangeOutputs{settings});
  }
  ImGui::EndDisabled();
}

void recording_figures(const RecordingView& recording) {
  if (!recording.error.empty()) coloured_text(recording.error, theme::kBad);
  if (!recording.note.empty()) quiet_text(recording.note);
  if (!recording.space.empty()) coloured_text(recording.space, theme::kWarning);
  if (recording.file.empty()) return;
  value_row("Length", clock_text(recording.elapsed_ms));
  value_row("Size", size_text(recording.bytes));
  value_row("Frames", std::to_string(recording.frames) + ", " + std::to_string(recording.dropped) +
                          " dropped");
  quiet_text(recording.file);
}

void virtual_camera(const CameraOutputView& camera, std::vector<Command>& commands) {
  bool on = camera.running;
  if (toggle("Virtual camera", on)) {
    if (on)
      commands.emplace_back(StartCameraOutput{});
    else
      commands.emplace_back(StopCameraOutput{});
  }
  tip("calls and streams see the picture with its overlay as a camera (v4l2loopback)");
  if (!camera.error.empty()) coloured_text(camera.error, theme::kBad);
  if (camera.running) quiet_text(camera.device + (camera.mode.empty() ? "" : ", " + camera.mode));
}

void picture_buttons(const SessionView& view, std::vector<Command>& commands) {
  const Pair pair = pair_of("Snapshot", "Before | after");
  ImGui::BeginDisabled(!view.result);
  if (push_button("Snapshot", pair.width)) commands.emplace_back(SaveSnapshot{});
  tip("the picture with its overlay, as a PNG file", key_names(Action::snapshot));
  if (pair.side_by_side) ImGui::SameLine();
  if (push_button("Before | after", pair.width)) commands.emplace_back(SaveSnapshot{true});
  tip("as captured, and with the overlay, side by side", key_names(Action::before_after));
  ImGui::EndDisabled();
  const bool boards = view.result && !view.result->boards.empty();
  ImGui::BeginDisabled(!boards);
  if (push_button("Copy the puzzles as text", ImGui::GetContentRegionAvail().x))
    commands.emplace_back(CopyPuzzles{});
  tip("the givens, one line a board, as other programs take them", key_names(Action::copy));
  ImGui::EndDisabled();
  if (!view.outputs.error.empty()) coloured_text(view.outputs.error, theme::kBad);
  if (view.outputs.saving) quiet_text("saving ...");
  if (!view.outputs.snapshot.empty()) quiet_text(view.outputs.snapshot);
}

// Typing changes the folder at once: none is made before something is saved.
bool folder_field(const char* caption, std::string& typed, const std::string& whole,
                  const std::string& trouble, std::vector<Command>& commands) {
  ImGui::PushID(caption);
  quiet_text(std::string(caption) + " " + whole);
  const float open_width = ImGui::CalcTextSize("Open").x + 2 * ImGui::GetStyle().FramePadding.x + 1;
  std::array<char, kLongestPath> text{};
  std::snprintf(text.data(), text.size(), "%s", typed.c_str());
  ImGui::SetNextItemWidth(ImGui::GetContentRegionAvail().x - open_width -
                          ImGui::GetStyle().ItemSpacing.x);
  const bool changed =
      ImGui::InputTextWithHint("##path", "another folder", text.data(), text.size());
  tip("empty: the desktop's own folder");
  if (changed) typed = text.data();
  ImGui::SameLine();
  if (ImGui::Button("Open", {open_width, 0})) commands.emplace_back(OpenFolder{whole});
  tip("show " + whole);
  if (!trouble.empty()) coloured_text(trouble, theme::kBad);
  ImGui::PopID();
  return changed;
}

void folders(const OutputsView& outputs, std::vector<Command>& commands) {
  if (!ImGui::TreeNodeEx("Folders",
                         ImGuiTreeNodeFlags_NoTreePushOnOpen | ImGuiTreeNodeFlags_SpanAvailWidth))
    return;
  OutputSettings settings = outputs.settings;
  bool changed = folder_field("Recordings go to", settings.videos_folder, outputs.videos_folder,
                              outputs.videos_trouble, commands);
  changed |= folder_field("Snapshots go to", settings.pictures_folder, outputs.pictures_folder,
                          outputs.pictures_trouble, commands);
  if (changed) commands.emplace_back(ChangeOutputs{settings});
}

}  // namespace

void recording_panel(const SessionView& view, std::vector<Command>& commands) {
  const RecordingView& recording = view.recording;
  const std::string summary = !recording.running ? ""
                              : recording.paused ? "paused, " + clock_text(recording.elapsed_ms)
                                                 : clock_text(recording.elapsed_ms);
  if (!panel_heading("Recording", summary)) return;
  record_buttons(recording, commands);
  recorded_choice(view, commands);
  recording_figures(recording);
  virtual_camera(view.camera_output, commands);
  picture_buttons(view, commands);
  folders(view.outputs, commands);
}

}  // namespace gridlens
