#include "core/fill/thread_board_looker.h"

#include <memory>
#include <utility>

#include "core/pipeline/read_still.h"

namespace gridlens {

namespace {

// What the thread keeps from picture to picture.
struct Looking {
  std::optional<DigitNetwork> network;
  InlineSolveService solver;
};

}  // namespace

ThreadBoardLooker::ThreadBoardLooker(std::filesystem::path model)
    : thread_("gl-fill-read", [model = std::move(model), state = std::make_shared<Looking>()](
                                  const Question& asked, const std::stop_token& /*stop*/) {
        if (!state->network) state->network.emplace(model);
        return asked.glance ? glance_at_still(asked.bgr, *state->network, state->solver)
                            : read_still(asked.bgr, *state->network, state->solver);
      }) {}

void ThreadBoardLooker::start(cv::Mat bgr, bool glance) {
  thread_.drop_answer();
  thread_.ask({std::move(bgr), glance});
}

std::optional<std::vector<BoardResult>> ThreadBoardLooker::take() {
  return thread_.take();
}

}  // namespace gridlens
