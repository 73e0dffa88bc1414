#include "core/capture/reconnecting_source.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <utility>

#include "core/capture/capture_error.h"

namespace gridlens {
namespace {

constexpr std::chrono::milliseconds kRetryEvery{1000};

// False when stop was requested.
bool sleep_for(std::chrono::milliseconds time, const std::stop_token& stop) {
  std::mutex mutex;
  std::condition_variable_any never;
  std::unique_lock lock(mutex);
  never.wait_for(lock, stop, time, [] { return false; });
  return !stop.stop_requested();
}

}  // namespace

ReconnectingSource::ReconnectingSource(Opener open, TroubleSink trouble, SourceOptions options)
    : open_(std::move(open)),
      trouble_(std::move(trouble)),
      options_(std::move(options)),
      source_(open_(options_, nullptr)),
      info_(source_->info()) {}

ReconnectingSource::ReconnectingSource(std::string spec, SourceOptions options, TroubleSink trouble)
    : ReconnectingSource(
          [spec = std::move(spec)](const SourceOptions& wished, const SourceInfo* lost) {
            return lost ? reopen_source(spec, wished, *lost) : open_source(spec, wished);
          },
          std::move(trouble), std::move(options)) {}

void ReconnectingSource::set_camera(const CameraWish& wish) {
  options_.width = wish.width;
  options_.height = wish.height;
  options_.fps = wish.fps;
}

void ReconnectingSource::change_camera(const CameraWish& wish) {
  if (info_.node.empty()) return;
  if (!before_) before_ = CameraWish{options_.width, options_.height, options_.fps};
  set_camera(wish);
  index_base_ = next_index_;
  source_.reset();
}

bool ReconnectingSource::open_again() {
  try {
    source_ = open_(options_, &info_);
    info_ = source_->info();
    return true;
  } catch (const CaptureError& error) {
    if (!why_lost_.empty()) why_lost_ = error.what();  // it may be another reason by now
    return false;
  }
}

bool ReconnectingSource::open_as_wished() {
  const CameraWish before = *std::exchange(before_, std::nullopt);
  if (open_again()) return true;
  set_camera(before);
  return open_again();
}

ReadStatus ReconnectingSource::read(Frame& frame, const std::stop_token& stop) {
  while (!stop.stop_requested()) {
    if (!source_ && !(before_ && open_as_wished()) && !reopen(stop)) break;
    Frame next;
    const ReadStatus status = source_->read(next);
    if (status == ReadStatus::end) {
      info_ = source_->info();  // what went wrong on the way
      return status;
    }
    if (status == ReadStatus::lost) {
      why_lost_ = source_->info().trouble;
      source_.reset();  // first of all: see FrameSource about cameras that come back
      continue;
    }
    if (in_trouble_) {
      in_trouble_ = false;
      if (trouble_) trouble_("");
    }
    if (info_.live) {
      if (started_ == Clock::time_point{}) started_ = next.captured_at;
      next.index += index_base_;
      next.time_ms = milliseconds_between(started_, next.captured_at);
    }
    info_ = source_->info();
    next_index_ = next.index + 1;
    frame = std::move(next);
    return ReadStatus::frame;
  }
  return ReadStatus::end;
}

bool ReconnectingSource::reopen(const std::stop_token& stop) {
  index_base_ = next_index_;
  in_trouble_ = true;
  const Clock::time_point lost_at = Clock::now();
  for (;;) {
    const auto seconds = static_cast<int>(milliseconds_between(lost_at, Clock::now()) / 1000);
    if (trouble_)
      trouble_((why_lost_.empty() ? info_.name + " stopped delivering" : why_lost_) +
               "; retrying (" + std::to_string(seconds) + " s)");
    if (!sleep_for(kRetryEvery, stop)) return false;
    if (open_again()) {
      ++reopened_;
      return true;
    }
  }
}

}  // namespace gridlens
