#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>

#include "core/capture/frame_source.h"

namespace gridlens {

// A source that is opened again, each second, when it is lost. Made for a capture thread: it blocks
// for as long as the camera is away, but its waits end at once when `stop` is requested (a read
// that hangs in a driver does not: see FrameSource). Frame::index and time_ms go on rising over
// losses, and the wait shows in time_ms. Sources that are not live pass through unchanged.
class ReconnectingSource {
 public:
  // `lost`: what was lost, null at the first opening.
  using Opener = std::function<std::unique_ptr<FrameSource>(const SourceOptions& options,
                                                            const SourceInfo* lost)>;
  // Called in the reading thread with a line for people: "Camera 0 stopped delivering; retrying
  // (3 s)", each second anew; with an empty one when pictures come again.
  using TroubleSink = std::function<void(const std::string&)>;

  // Opens at once: throws what `open` throws. Later failures to open are taken as "still away".
  ReconnectingSource(Opener open, TroubleSink trouble, SourceOptions options = {});
  // With open_source and reopen_source.
  ReconnectingSource(std::string spec, SourceOptions options, TroubleSink trouble);

  // frame; end: a file's end, or stop was requested. Never `lost`.
  ReadStatus read(Frame& frame, const std::stop_token& stop);

  // Lets go of a camera; the next read() opens it with another wish, or with the old one where that
  // fails. Of other sources nothing follows.
  void change_camera(const CameraWish& wish);

  [[nodiscard]] bool step(int by) { return source_ && source_->step(by); }  // see FrameSource

  // As of the newest frame; of a live source that is lost, as of its last one.
  [[nodiscard]] SourceInfo info() const { return info_; }
  [[nodiscard]] std::int64_t reopened() const { return reopened_; }

 private:
  bool reopen(const std::stop_token& stop);
  bool open_again();
  bool open_as_wished();
  void set_camera(const CameraWish& wish);

  Opener open_;
  TroubleSink trouble_;
  SourceOptions options_;
  std::optional<CameraWish> before_;  // the wish to go back to, while another one is tried
  std::unique_ptr<FrameSource> source_;
  SourceInfo info_;
  Clock::time_point started_{};  // arrival of the first frame of all
  std::int64_t next_index_ = 0;
  std::int64_t index_base_ = 0;
  std::int64_t reopened_ = 0;
  bool in_trouble_ = false;
  std::string why_lost_;  // one line for people; empty: the source does not say
};

}  // namespace gridlens
