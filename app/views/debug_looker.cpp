#include "app/views/debug_looker.h"

#include <fmt/format.h>

#include <algorithm>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <utility>

#include "app/views/panel_picture.h"
#include "core/image/one_line.h"
#include "core/pipeline/read_still.h"
#include "core/pipeline/thread_name.h"
#include "core/vision/finding/debug_sink.h"

namespace gridlens {

namespace {

constexpr std::chrono::seconds kBetween{1};
constexpr int kWidestPx = 640;
constexpr std::size_t kMostPictures = 24;

// Keeps the pictures as the panel shows them.
class PanelSink : public DebugSink {
 public:
  void picture(const std::string& name, const cv::Mat& seen) override {
    if (pictures_.size() >= kMostPictures || seen.empty()) return;
    cv::Mat bgr = seen;
    if (bgr.channels() == 1) cv::cvtColor(bgr, bgr, cv::COLOR_GRAY2BGR);
    if (const double scale = static_cast<double>(kWidestPx) / bgr.cols; scale < 1)
      cv::resize(bgr, bgr, {}, scale, scale, cv::INTER_AREA);
    std::string words = name;
    std::replace(words.begin(), words.end(), '_', ' ');
    pictures_.push_back({words, panel_picture(bgr.data == seen.data ? bgr.clone() : bgr)});
  }
  void text(const std::string&, const std::string&) override {}

  // Last things first: what became of the picture.
  std::vector<DebugPicture> take() {
    std::reverse(pictures_.begin(), pictures_.end());
    return std::move(pictures_);
  }

 private:
  std::vector<DebugPicture> pictures_;
};

}  // namespace

void DebugLooker::ask(const std::shared_ptr<const FrameResult>& result) {
  const auto now = std::chrono::steady_clock::now();
  if (!result || result->frame.bgr.empty() || result->frame.bgr.data == asked_.data ||
      now - asked_at_ < kBetween)
    return;
  asked_at_ = now;
  asked_ = result->frame.bgr;
  if (!thread_.joinable())
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
  frames_.put(result);
}

std::vector<DebugPicture> DebugLooker::pictures() {
  const std::scoped_lock lock(mutex_);
  return pictures_;
}

void DebugLooker::run(const std::stop_token& stop) {
  name_this_thread("gl-debug");
  std::optional<DigitNetwork> network;
  InlineSolveService solver;
  while (const auto result = frames_.take(stop)) {
    PanelSink sink;
    std::string failure;
    try {
      if (!network) network.emplace(model_);
      read_still((*result)->frame.bgr, *network, solver, nullptr, &sink);
    } catch (const std::exception& error) {
      failure = one_line(error);
    }
    std::vector<DebugPicture> seen = sink.take();
    if (!failure.empty()) seen.push_back({failure, {}});
    const std::scoped_lock lock(mutex_);
    pictures_ = std::move(seen);
  }
}

}  // namespace gridlens
