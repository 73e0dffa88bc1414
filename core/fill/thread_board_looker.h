#pragma once

#include <exception>
#include <filesystem>
#include <thread>

#include "core/fill/board_looker.h"
#include "core/pipeline/mailbox.h"

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
  struct Answer {
    std::vector<BoardResult> boards;
    std::exception_ptr failure;
  };
  void run(const std::stop_token& stop);

  std::filesystem::path model_;
  Mailbox<Question> asked_;
  Mailbox<Answer> answers_;
  std::jthread thread_;  // last: starts when all else stands
};

}  // namespace gridlens
