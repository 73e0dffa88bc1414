#include "app/session/window_outputs.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <utility>
#include <variant>

#include "app/outputs/dated_name.h"
#include "app/outputs/fresh_path.h"
#include "app/outputs/side_by_side.h"
#include "app/outputs/user_folders.h"
#include "app/session/text_age.h"

namespace gridlens {
namespace {

namespace fs = std::filesystem;

constexpr std::chrono::microseconds kStillInterval{33'333};
constexpr std::chrono::milliseconds kCameraInterval{100};  // of a picture that stays
constexpr std::chrono::seconds kLookAtFoldersEvery{2};

std::string whole_path(const fs::path& path) {
  std::error_code error;
  const fs::path whole = fs::absolute(path, error);
  return (error ? path : whole).string();
}

}  // namespace

WindowOutputs::WindowOutputs(SceneRenderer& scene, HelpDesk& help, const LiveSession& session,
                             OutputSettings settings)
    : scene_(scene), help_(help), session_(session), settings_(std::move(settings)) {}

void WindowOutputs::start_recording(const fs::path& path, bool overwrite) {
  stop_recording();
  recorded_at_.reset();
  begun_at_end_ = session_.ended();
  free_space_ = FreeSpace();
  finished_ = {};
  recording_.emplace(scene_, help_,
                     RecordingOptions{path, overwrite, session_.source().fps, /*blocking=*/false,
                                      settings_.recorded});
}

void WindowOutputs::start_camera_output(const std::string& device) {
  camera_.reset();  // it may be the same device
  camera_error_.clear();
  camera_.emplace(scene_, help_, open_camera_output(device));
}

void WindowOutputs::show_on_camera(const FrameResult& result, StageTimes& stages) {
  if (!camera_) return;
  camera_->add(result, session_.settings(), stages);
  camera_due_at_ = Clock::now() + kCameraInterval;
}

void WindowOutputs::look_at_camera() {
  if (!camera_) return;
  const CameraOutputView now = camera_->view();
  if (now.error.empty()) return;
  spdlog::error("{}", now.error);
  camera_error_ = now.error;
  failed_ = true;
  camera_.reset();
}

void WindowOutputs::record(const FrameResult& result, StageTimes& stages) {
  show_on_camera(result, stages);
  record(result, stages, Clock::now());
}

// `at`: the moment that the frame's time stands for, should the picture stay from now on.
void WindowOutputs::record(const FrameResult& result, StageTimes& stages, Clock::time_point at) {
  if (!recording_) return;
  try {
    recording_->add(result, session_.settings(), stages);
    recorded_ms_ = result.frame.time_ms;
    recorded_at_ = at;
    if (!recording_->view().error.empty()) stop_recording();
  } catch (const std::exception& error) {
    recording_.reset();
    fail_recording(error.what());
  }
}

void WindowOutputs::record_still() {
  const auto newest = session_.newest();
  if (!newest) return;
  if (camera_ && Clock::now() >= camera_due_at_) {
    StageTimes ignored;
    show_on_camera(*newest, ignored);
  }
  const bool stays = session_.settings().paused || (session_.ended() && begun_at_end_);
  if (!recording_ || recording_->paused() || !stays) return;
  FrameResult again = *newest;
  const Clock::time_point now = Clock::now();
  if (recorded_at_) {
    if (now < still_due_at_) return;
    again.frame.time_ms = recorded_ms_ + milliseconds_between(*recorded_at_, now);
  }
  // At an even rate, unless the drawing is slower than that.
  still_due_at_ = std::max(still_due_at_ + kStillInterval, now);
  record(again, again.stages, now);
}

void WindowOutputs::fail_recording(std::string error) {
  spdlog::error("{}", error);
  failed_ = true;
  finished_ = {};
  finished_.error = std::move(error);
}

void WindowOutputs::stop_recording() {
  if (!recording_) return;
  recording_->finish();
  finished_ = recording_->view();
  finished_.running = finished_.paused = false;
  finished_.file = whole_path(finished_.file);
  recording_.reset();
  const bool well = report_recording(finished_);
  if (!finished_.error.empty()) failed_ = true;
  if (well) tell("Saved " + finished_.file);
  if (finished_.frames > 0) return;
  finished_.file.clear();  // there is none
  if (finished_.error.empty()) finished_.note = "nothing was recorded: no new frame came";
}

bool WindowOutputs::execute(const Command& command, const std::vector<PlacedOverlay>& overlays) {
  if (const auto* start = std::get_if<StartRecording>(&command)) {
    try {
      fs::path path = start->path;
      if (path.empty()) {
        const fs::path folder = chosen_folder(settings_.videos_folder, UserFolder::videos);
        make_folder(folder);
        path = fresh_path(folder, "gridlens-" + date_and_time(), ".mkv");
      }
      start_recording(path, false);
    } catch (const std::exception& error) {
      fail_recording(error.what());
    }
  } else if (std::holds_alternative<StopRecording>(command)) {
    stop_recording();
  } else if (const auto* camera = std::get_if<StartCameraOutput>(&command)) {
    try {
      start_camera_output(camera->device);
    } catch (const std::exception& error) {
      camera_error_ = error.what();
      spdlog::error("{}", camera_error_);
    }
  } else if (std::holds_alternative<StopCameraOutput>(command)) {
    camera_.reset();
  } else if (const auto* pause = std::get_if<PauseRecording>(&command)) {
    if (recording_) recording_->pause(pause->paused);
  } else if (const auto* snapshot = std::get_if<SaveSnapshot>(&command)) {
    save_snapshot(snapshot->before_after, overlays);
  } else if (const auto* change = std::get_if<ChangeOutputs>(&command)) {
    settings_ = change->settings;
    folders_at_.reset();
  } else if (const auto* open = std::get_if<OpenFolder>(&command)) {
    view_.error.clear();
    try {
      make_folder(open->folder);
      folder_opener_.open(open->folder);
    } catch (const std::exception& error) {
      refuse(error.what());
    }
  } else {
    return false;
  }
  return true;
}

void WindowOutputs::save_snapshot(bool before_after, const std::vector<PlacedOverlay>& overlays) {
  view_.error.clear();
  const auto shown = session_.newest();
  if (!shown) return refuse("no picture has come yet: there is nothing to save");
  const cv::Mat& bgr = shown->frame.bgr;
  const bool mirror = session_.settings().mirror;
  target_.resize(bgr.size());
  target_.bind();
  scene_.draw(bgr, overlays, View::of_picture(bgr.size(), mirror));
  readback_.fetch(target_, {});
  Snapshot snapshot;
  snapshot.picture = readback_.flush().value().bgr;
  if (before_after) snapshot.picture = side_by_side(mirrored_if(mirror, bgr), snapshot.picture);
  snapshot.folder = chosen_folder(settings_.pictures_folder, UserFolder::pictures);
  snapshot.stem = "gridlens-" + date_and_time() + (before_after ? "-before-after" : "");
  if (!snapshots_.start(std::move(snapshot)))
    refuse("this snapshot was not saved: others are still being written");
}

void WindowOutputs::refuse(std::string error) {
  spdlog::error("{}", error);
  view_.error = std::move(error);
}

void WindowOutputs::tell(std::string notice) {
  view_.notice = std::move(notice);
  noticed_at_ = Clock::now();
}

void WindowOutputs::look_at_snapshots() {
  SnapshotView now = snapshots_.view();
  view_.saving = now.running;
  if (now.failed > told_.failed) refuse(now.error);
  if (now.saved > told_.saved) {
    view_.snapshot = now.file.string();
    spdlog::info("saved {}", view_.snapshot);
    tell("Saved " + view_.snapshot);
  }
  told_ = std::move(now);
}

// The list of folders is a file on disk: not for every window frame.
void WindowOutputs::look_at_folders() {
  const Clock::time_point now = Clock::now();
  if (folders_at_ && now - *folders_at_ < kLookAtFoldersEvery) return;
  folders_at_ = now;
  const fs::path videos = chosen_folder(settings_.videos_folder, UserFolder::videos);
  const fs::path pictures = chosen_folder(settings_.pictures_folder, UserFolder::pictures);
  view_.videos_folder = videos.string();
  view_.pictures_folder = pictures.string();
  view_.videos_trouble = folder_trouble(videos);
  view_.pictures_trouble = folder_trouble(pictures);
}

void WindowOutputs::fill(SessionView& view) {
  look_at_camera();
  if (camera_) view.camera_output = camera_->view();
  view.camera_output.error = camera_error_;
  look_at_snapshots();
  look_at_folders();
  if (std::string trouble = folder_opener_.look_after(); !trouble.empty())
    refuse(std::move(trouble));
  if (noticed_at_) {
    view_.notice_opacity = TextAge::opacity(milliseconds_between(*noticed_at_, Clock::now()));
    if (view_.notice_opacity <= 0) view_.notice.clear();
  }
  view.recording = recording_ ? recording_->view() : finished_;
  if (recording_ && !view.recording.file.empty()) {
    view.recording.file = whole_path(view.recording.file);
    view.recording.space =
        free_space_.warning(fs::path(view.recording.file).parent_path(), view.recording.bytes,
                            view.recording.elapsed_ms, Clock::now());
  }
  view.outputs = view_;
  view.outputs.settings = settings_;
}

}  // namespace gridlens
