#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/outputs/folder_opener.h"
#include "app/outputs/free_space.h"
#include "app/outputs/snapshot_writer.h"
#include "app/session/camera_output.h"
#include "app/session/command.h"
#include "app/session/live_session.h"
#include "app/session/recording.h"
#include "app/session/session_view.h"

namespace gridlens {

// What a person takes out of the window: recordings, snapshots, copied puzzles. What goes wrong
// with them is told and never ends the live picture. On the thread of the OpenGL context.
class WindowOutputs {
 public:
  // All are borrowed; `settings`: to begin with.
  WindowOutputs(SceneRenderer& scene, HelpDesk& help, const LiveSession& session,
                OutputSettings settings = {});

  // From the next frame on. A recording that runs is finished first.
  void start_recording(const std::filesystem::path& path, bool overwrite);
  void stop_recording();
  [[nodiscard]] bool recording() const { return recording_.has_value(); }

  // Throws std::runtime_error with one clear line.
  void start_camera_output(const std::string& device);

  // A frame that is shown: to the recording and the virtual camera.
  void record(const FrameResult& result, StageTimes& stages);
  // While nothing new comes: the picture that stays is recorded again and again. That is a frozen
  // one, or a still or the last of a clip where the recording was begun on it. The virtual camera
  // shows whatever stays.
  void record_still();

  // False where the command is for somebody else. `overlays`: as shown.
  bool execute(const Command& command, const std::vector<PlacedOverlay>& overlays);

  // Told for a few seconds.
  void tell(std::string notice);

  // Its part of what the panels show; at least each half second.
  void fill(SessionView& view);

  [[nodiscard]] bool failed() const { return failed_; }  // a recording went wrong
  [[nodiscard]] const OutputSettings& settings() const { return settings_; }

 private:
  void record(const FrameResult& result, StageTimes& stages, Clock::time_point at);
  void show_on_camera(const FrameResult& result, StageTimes& stages);
  void look_at_camera();
  void fail_recording(std::string error);
  void save_snapshot(bool before_after, const std::vector<PlacedOverlay>& overlays);
  void look_at_snapshots();
  void look_at_folders();
  void refuse(std::string error);

  SceneRenderer& scene_;
  HelpDesk& help_;
  const LiveSession& session_;
  OutputSettings settings_;
  std::optional<Recording> recording_;
  std::optional<CameraOutput> camera_;
  std::string camera_error_;
  Clock::time_point camera_due_at_{};
  RecordingView finished_;  // of the newest recording that is over
  FreeSpace free_space_;
  double recorded_ms_ = 0;  // frame time of the newest recorded picture, and when that was
  std::optional<Clock::time_point> recorded_at_;
  Clock::time_point still_due_at_{};
  bool begun_at_end_ = false;  // the recording, after the source's last frame
  OffscreenTarget target_;
  PixelReadback readback_;
  FolderOpener folder_opener_;
  OutputsView view_;
  SnapshotView told_;  // of snapshots, so far
  std::optional<Clock::time_point> noticed_at_, folders_at_;
  bool failed_ = false;
  SnapshotWriter snapshots_;  // last: ends before all else
};

}  // namespace gridlens
