#pragma once

#include <filesystem>

#include "core/fill/board_looker.h"
#include "core/pipeline/mailbox_thread.h"

namespace gridlens {

// Reads pictures as `gridlens read` does, or glances at them, on a thread of its own,
// "gl-fill-read". The digit network is loaded with the first one. Destruction waits for the picture
// under way.
class ThreadBoardLooker : public BoardLooker {
 public:
  explicit ThreadBoardLooker(std::filesystem::path model);

  void start(cv::Mat bgr, bool glance) override;
  std::optional<std::vector<BoardResult>> take() override;

 private:
  struct Question {
    cv::Mat bgr;
    bool glance = false;
  };
  MailboxThread<Question, std::vector<BoardResult>> thread_;
};

}  // namespace gridlens
