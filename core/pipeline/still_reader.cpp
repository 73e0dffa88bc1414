#include "core/pipeline/still_reader.h"

#include <optional>
#include <utility>

#include "core/pipeline/frame_processor.h"
#include "core/pipeline/thread_name.h"

namespace gridlens {

StillReader::StillReader(std::filesystem::path model)
    : model_(std::move(model)), thread_([this](const std::stop_token& stop) { run(stop); }) {}

void StillReader::ask(FrameResult shown) {
  shown.frame.still = true;
  asked_.put(std::move(shown));
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
  std::optional<FrameProcessor> processor;
  cv::Mat read;
  while (const auto shown = asked_.take(stop)) {
    Answer answer;
    try {
      if (!network) network.emplace(model_);
      if (!processor) processor.emplace(*network, solver);
      FrameResult result;
      if (read.data != shown->frame.bgr.data) result = processor->process(shown->frame);
      read = shown->frame.bgr;  // held, so that no other picture has its address
      processor->continue_from(shown->boards);
      result = processor->report_again(result.stages);
      answer.result = std::make_shared<const FrameResult>(std::move(result));
    } catch (...) {
      read.release();
      answer.failure = std::current_exception();
    }
    answers_.put(std::move(answer));
  }
}

}  // namespace gridlens
