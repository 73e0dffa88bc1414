#include "app/session/recording.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include <utility>

#include "app/outputs/side_by_side.h"

namespace gridlens {

namespace {

constexpr double kUsualFps = 30;  // where the source does not know its own

}  // namespace

Recording::Recording(SceneRenderer& scene, HelpDesk& help, RecordingOptions options)
    : options_(std::move(options)), frames_(scene, help) {
  if (options_.fps <= 0) options_.fps = kUsualFps;
}

Recording::~Recording() {
  finish();
}

void Recording::begin(const FrameResult& result) {
  const cv::Size size = result.frame.bgr.size();
  const bool wide = options_.picture == RecordedPicture::side_by_side;
  RecorderOptions options;
  options.path = options_.path;
  options.width = wide ? 2 * size.width : size.width;
  options.height = size.height;
  options.fps = options_.fps;
  options.overwrite = options_.overwrite;
  options.blocking = options_.blocking;
  recorder_ = std::make_unique<VideoRecorder>(options);
  origin_ms_ = newest_ms_ = result.frame.time_ms;
}

double Recording::media_time_ms(double time_ms) {
  if (std::exchange(paused_since_newest_, false))
    origin_ms_ += time_ms - newest_ms_ - 1000 / options_.fps;
  newest_ms_ = time_ms;
  return time_ms - origin_ms_;
}

void Recording::add(const FrameResult& result, const Settings& settings, StageTimes& stages) {
  if (finished_ || paused_) return;
  if (!recorder_) begin(result);
  const double time_ms = media_time_ms(result.frame.time_ms);
  if (options_.picture == RecordedPicture::captured) {
    recorder_->push(result.frame.bgr, time_ms);
    return;
  }
  if (options_.picture == RecordedPicture::side_by_side)
    captured_.push_back(mirrored_if(settings.mirror, result.frame.bgr));
  push(frames_.add(result, settings, time_ms, stages));
}

void Recording::push(std::optional<ReadPicture> picture) {
  if (!picture || !recorder_) return;
  cv::Mat bgr = std::move(picture->bgr);
  if (!captured_.empty()) {
    bgr = side_by_side(captured_.front(), bgr);
    captured_.pop_front();
  }
  recorder_->push(std::move(bgr), picture->time_ms);
}

void Recording::pause(bool paused) {
  if (finished_ || paused == paused_) return;
  paused_ = paused;
  if (!paused) return;
  push(frames_.flush());
  paused_since_newest_ = recorder_ != nullptr;
}

void Recording::finish() {
  if (std::exchange(finished_, true) || !recorder_) return;
  push(frames_.flush());
  recorder_->finish();
}

RecordingView Recording::view() const {
  RecordingView view;
  view.running = !finished_;
  view.paused = paused_;
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

}  // namespace gridlens
