#include "app/recording.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <stdexcept>
#include <utility>

#include "app/dated_name.h"
#include "app/placed_overlays.h"
#include "core/pipeline/stage_timer.h"

namespace gridlens {

Recording::Recording(SceneRenderer& scene, HelpDesk& help, RecordingOptions options)
    : scene_(scene), help_(help), options_(std::move(options)) {}

Recording::~Recording() {
  finish();
}

void Recording::add(const FrameResult& result, const Settings& settings, StageTimes& stages) {
  if (finished_) return;
  if (!recorder_) {
    size_ = result.frame.bgr.size();
    RecorderOptions options;
    options.path = options_.path;
    options.width = size_.width;
    options.height = size_.height;
    options.fps = options_.fps;
    options.overwrite = options_.overwrite;
    options.blocking = options_.blocking;
    recorder_ = std::make_unique<VideoRecorder>(options);
    first_time_ms_ = result.frame.time_ms;
  }
  {
    const StageTimer timer(stages.draw);
    target_.resize(size_);
    target_.bind();
    auto overlays = placed_overlays(result.frame.bgr, result.boards, settings, help_);
    fade_labels(result.boards, label_ages_, result.frame.time_ms, overlays);
    scene_.draw(result.frame.bgr, overlays, View::of_picture(size_, settings.mirror));
  }
  const StageTimer timer(stages.readback);
  push(readback_.fetch(target_, {result.frame.index, result.frame.time_ms - *first_time_ms_}));
}

void Recording::push(std::optional<ReadPicture> picture) {
  if (picture && recorder_) recorder_->push(std::move(picture->bgr), picture->tag.time_ms);
}

void Recording::finish() {
  if (std::exchange(finished_, true) || !recorder_) return;
  push(readback_.flush());
  recorder_->finish();
}

RecordingView Recording::view() const {
  RecordingView view;
  view.running = !finished_;
  view.file = options_.path.string();
  if (recorder_) {
    const RecorderStatus status = recorder_->status();
    view.elapsed_ms = status.elapsed_ms;
    view.frames = status.written;
    view.dropped = status.dropped;
    view.bytes = status.bytes;
    view.cut_ms = status.cut_ms;
    view.error = status.error;
    view.note = status.note;
    if (status.failed) view.running = false;
  }
  return view;
}

bool report_recording(const RecordingView& recording) {
  if (!recording.note.empty()) spdlog::warn("{}", recording.note);
  if (!recording.error.empty()) spdlog::error("{}", recording.error);
  if (recording.frames == 0) {
    // An error has said why the file that was begun is lost.
    if (recording.error.empty())
      spdlog::warn("nothing was recorded: no new frame came; {} was not written", recording.file);
    return false;
  }
  std::string gaps;
  if (recording.cut_ms > 0)
    gaps = fmt::format("; gaps of {:.0f} s in all were cut: the file cannot hold them",
                       recording.cut_ms / 1000);
  spdlog::info("recorded {} frames to {} ({} bytes, {} dropped{})", recording.frames,
               recording.file, recording.bytes, recording.dropped, gaps);
  return recording.error.empty();
}

std::filesystem::path dated_recording_path() {
  const std::string stem = "gridlens-" + date_and_time();
  std::filesystem::path path = stem + ".mkv";
  for (int number = 2; std::filesystem::exists(path); ++number)
    path = fmt::format("{}-{}.mkv", stem, number);
  return path;
}

}  // namespace gridlens
