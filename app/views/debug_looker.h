#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "app/session/session_view.h"
#include "core/pipeline/mailbox.h"

namespace gridlens {

// What the stages see of a frame, for the panel: reads it once more, as a still, on a thread of its
// own ("gl-debug") that begins with the first asking. Calls are for one thread. Destruction waits
// for the picture under way.
class DebugLooker {
 public:
  explicit DebugLooker(std::filesystem::path model) : model_(std::move(model)) {}

  // A frame to look at; at most one a second is, and none twice.
  void ask(const std::shared_ptr<const FrameResult>& result);
  // Of the newest frame that was looked at.
  [[nodiscard]] std::vector<DebugPicture> pictures();

 private:
  void run(const std::stop_token& stop);

  std::filesystem::path model_;
  std::chrono::steady_clock::time_point asked_at_{};
  cv::Mat asked_;  // the newest one, held so that no other picture has its address
  Mailbox<std::shared_ptr<const FrameResult>> frames_;
  std::mutex mutex_;  // guards the pictures
  std::vector<DebugPicture> pictures_;
  std::jthread thread_;  // last: ends before all else
};

}  // namespace gridlens
