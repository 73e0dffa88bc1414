#include "core/pipeline/still_reader.h"

#include <optional>
#include <utility>

#include "core/pipeline/frame_processor.h"

namespace gridlens {

namespace {

// What the thread keeps from picture to picture.
class StillReading {
 public:
  explicit StillReading(std::filesystem::path model) : model_(std::move(model)) {}

  std::shared_ptr<const FrameResult> read(const FrameResult& shown) {
    if (!network_) network_.emplace(model_);
    if (!processor_) processor_.emplace(*network_, solver_);
    const bool again = last_.data == shown.frame.bgr.data;
    last_.release();
    FrameResult result;
    if (!again) result = processor_->process(shown.frame);
    processor_->continue_from(shown.boards);
    result = processor_->report_again(result.stages);
    last_ = shown.frame.bgr;
    return std::make_shared<const FrameResult>(std::move(result));
  }

 private:
  std::filesystem::path model_;
  std::optional<DigitNetwork> network_;
  InlineSolveService solver_;
  std::optional<FrameProcessor> processor_;
  cv::Mat last_;  // held, so that no other picture has its address
};

}  // namespace

StillReader::StillReader(std::filesystem::path model)
    : thread_("gl-still", [state = std::make_shared<StillReading>(std::move(model))](
                              const FrameResult& shown, const std::stop_token& /*stop*/) {
        return state->read(shown);
      }) {}

void StillReader::ask(FrameResult shown) {
  shown.frame.still = true;
  thread_.ask(std::move(shown));
}

std::shared_ptr<const FrameResult> StillReader::take() {
  return thread_.take().value_or(nullptr);
}

}  // namespace gridlens
