#include "core/fill/thread_board_looker.h"

#include <utility>

#include "core/pipeline/read_still.h"
#include "core/pipeline/thread_name.h"

namespace gridlens {

ThreadBoardLooker::ThreadBoardLooker(std::filesystem::path model)
    : model_(std::move(model)), thread_([this](const std::stop_token& stop) { run(stop); }) {}

void ThreadBoardLooker::start(cv::Mat bgr, bool glance) {
  answers_.try_take();
  asked_.put({std::move(bgr), glance});
}

std::optional<std::vector<BoardResult>> ThreadBoardLooker::take() {
  auto answer = answers_.try_take();
  if (!answer) return std::nullopt;
  if (answer->failure) std::rethrow_exception(answer->failure);
  return std::move(answer->boards);
}

void ThreadBoardLooker::run(const std::stop_token& stop) {
  name_this_thread("gl-fill-read");
  std::optional<DigitNetwork> network;
  InlineSolveService solver;
  while (const auto asked = asked_.take(stop)) {
    Answer answer;
    try {
      if (!network) network.emplace(model_);
      answer.boards = asked->glance ? glance_at_still(asked->bgr, *network, solver)
                                    : read_still(asked->bgr, *network, solver);
    } catch (...) {
      answer.failure = std::current_exception();
    }
    answers_.put(std::move(answer));
  }
}

}  // namespace gridlens
