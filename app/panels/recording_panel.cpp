#include "app/panels/recording_panel.h"

#include <array>
#include <cstdio>
#include <string>

#include "app/panels/recording_text.h"
#include "app/panels/theme.h"
#include "app/panels/widgets.h"

namespace gridlens {

void recording_panel(const SessionView& view, std::vector<Command>& commands) {
  const RecordingView& recording = view.recording;
  if (!panel_heading("Recording", recording.running ? clock_text(recording.elapsed_ms) : "")) {
    return;
  }
  if (recording.running) {
    if (wide_button("Stop recording", theme::kBad, theme::colour(0xf0666a),
                    theme::colour(0xffffff))) {
      commands.emplace_back(StopRecording{});
    }
  } else if (wide_button("Start recording", theme::kField, theme::kFieldHovered, theme::kText)) {
    commands.emplace_back(StartRecording{});
  }
  if (!recording.error.empty()) coloured_text(recording.error, theme::kBad);
  if (!recording.note.empty()) quiet_text(recording.note);
  if (recording.file.empty()) {
    quiet_text("saved as a dated .mkv in the current folder");
    return;
  }
  value_row("File", recording.file);
  value_row("Length", clock_text(recording.elapsed_ms));
  value_row("Frames", std::to_string(recording.frames));
  value_row("Dropped", std::to_string(recording.dropped));
  value_row("Size", size_text(recording.bytes));
}

}  // namespace gridlens
