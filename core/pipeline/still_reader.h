#pragma once

#include <filesystem>
#include <memory>

#include "core/pipeline/frame_result.h"
#include "core/pipeline/mailbox_thread.h"

namespace gridlens {

// Reads a frame that stays (a frozen one, a clip's last) as thoroughly as a still, on a thread of
// its own beside the live ones. Its digit network is loaded when it is first asked. Calls are for
// one thread; destruction waits for the picture under way.
class StillReader {
 public:
  explicit StillReader(std::filesystem::path model);

  // What was shown of the frame so far: its boards keep their ids, and the corrections that they
  // carry hold, and no others. A frame that was asked for just before is not read again, so that
  // further corrections take no time. Of several askings, the newest counts.
  void ask(FrameResult shown);

  // The result that was not fetched yet; null: none. Throws what reading threw.
  std::shared_ptr<const FrameResult> take();

 private:
  MailboxThread<FrameResult, std::shared_ptr<const FrameResult>> thread_;
};

}  // namespace gridlens
