#pragma once

#include <filesystem>
#include <memory>
#include <thread>

#include "core/pipeline/frame_result.h"
#include "core/pipeline/mailbox.h"

namespace gridlens {

// Reads a frame that stays (a frozen one, a clip's last) as thoroughly as a still, on a thread of
// its own beside the live ones. Its digit network is loaded when it is first asked. Calls are for
// one thread; destruction waits for the picture under way.
class StillReader {
 public:
  explicit StillReader(std::filesystem::path model);

  // Of several frames asked for, the newest is read.
  void ask(Frame frame);

  // The result that was not fetched yet; null: none. Throws what reading threw.
  std::shared_ptr<const FrameResult> take();

 private:
  struct Answer {
    std::shared_ptr<const FrameResult> result;
    std::exception_ptr failure;
  };
  void run(const std::stop_token& stop);

  std::filesystem::path model_;
  Mailbox<Frame> asked_;
  Mailbox<Answer> answers_;
  std::jthread thread_;  // last: starts when all else stands
};

}  // namespace gridlens
