#include "core/pipeline/still_reader.h"

#include <optional>
#include <utility>

#include "core/pipeline/frame_processor.h"
#include "core/pipeline/thread_name.h"

namespace gridlens {

StillReader::StillReader(std::filesystem::path model)
    : model_(std::move(model)), thread_([this](const std::stop_token& stop) { run(stop); }) {}

void StillReader::ask(Frame frame) {
  frame.still = true;
  asked_.put(std::move(frame));
}

std::shared_ptr<const FrameResult> StillReader::take() {
  const auto answer = answers_.try_take();
  if (!answer) return nullptr;
  if (answer->failure) std::rethrow_exception(answer->failure);
  return answer->result;
}

void StillReader::run(const std::stop_token& stop) {
  name_this_thread("gl-still");
  std::optional<DigitNetwork> network;
  InlineSolveService solver;
  while (const auto frame = asked_.take(stop)) {
    Answer answer;
    try {
      if (!network) network.emplace(model_);
      FrameProcessor processor(*network, solver);
      answer.result = std::make_shared<const FrameResult>(processor.process(*frame));
    } catch (...) {
      answer.failure = std::current_exception();
    }
    answers_.put(std::move(answer));
  }
}

}  // namespace gridlens
