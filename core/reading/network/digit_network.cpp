#include "core/reading/network/digit_network.h"

#include <algorithm>
#include <cmath>
#include <opencv2/dnn.hpp>
#include <optional>
#include <stdexcept>

#include "core/reading/network/network_layers.h"
#include "core/reading/network/single_layer.h"

namespace gridlens {

namespace {

constexpr int kCrop = CellSheet::kCropPx;
constexpr int kNumerals = 26;  // "0".."25"
constexpr int kLetters = 26;
constexpr int kBatch = 32;  // what a larger one needs does not stay in the processor's caches
constexpr int kGlanceOutputs = 5;  // blank, then the four ways up
const char* const kPeek = "peek";
const char* const kGlance = "glance";

std::vector<std::string> make_labels() {
  std::vector<std::string> labels{""};
  for (int i = 0; i < kNumerals; ++i) labels.push_back(std::to_string(i));
  for (int i = 0; i < kLetters; ++i) labels.emplace_back(1, static_cast<char>('A' + i));
  return labels;
}

// Copies a crop turned so that its corner `quarter_turns` comes to the top left, scaled to 0..1.
void copy_turned(const cv::Mat& crop, int quarter_turns, float* out) {
  constexpr float kScale = 1.0F / 255.0F;
  constexpr int kLast = kCrop - 1;
  for (int y = 0; y < kCrop; ++y) {
    for (int x = 0; x < kCrop; ++x) {
      int from_x = x;
      int from_y = y;
      switch (quarter_turns) {
        case 1:
          from_x = kLast - y;
          from_y = x;
          break;
        case 2:
          from_x = kLast - x;
          from_y = kLast - y;
          break;
        case 3:
          from_x = y;
          from_y = kLast - x;
          break;
        default:
          break;
      }
      *out++ = kScale * static_cast<float>(crop.ptr(from_y)[from_x]);
    }
  }
}

std::vector<float> log_softmax(const float* logits, int count) {
  const float top = *std::max_element(logits, logits + count);
  double sum = 0;
  for (int i = 0; i < count; ++i) sum += std::exp(static_cast<double>(logits[i] - top));
  const float log_sum = top + static_cast<float>(std::log(sum));
  std::vector<float> result(logits, logits + count);
  for (float& value : result) value -= log_sum;
  return result;
}

// One of the file's networks with its input. The file holds two that share nothing, "cells" to
// "symbols" and "kinds", and "peek" to "glance", whose layers come first: asked for "glance"
// cv::dnn stops there, and asked for the others it runs them on the one crop that stays there.
class Part {
 public:
  // `whole`: batches are always passed whole, which suits layers that look at SamplesInUse.
  Part(const cv::dnn::Net& net, const std::string& input, const std::string& other_input,
       std::vector<cv::String> outputs, bool whole)
      : net_(net), input_(input), names_(std::move(outputs)), whole_(whole), crops_(zeros(kBatch)) {
    net_.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
    net_.setPreferableTarget(cv::dnn::DNN_TARGET_CPU);
    if (!other_input.empty()) net_.setInput(zeros(1), other_input);
    forward(1);
  }

  [[nodiscard]] const cv::Mat& output(size_t i) const { return outputs_[i]; }

  // Room for kBatch crops; the caller fills the first `count` and calls forward().
  [[nodiscard]] float* crop(int i) { return crops_.ptr<float>(i); }
  void forward(int count) {
    const SamplesInUse in_use(count);
    const int sizes[] = {whole_ ? kBatch : count, 1, kCrop, kCrop};
    net_.setInput(cv::Mat(4, sizes, CV_32F, crops_.data), input_);
    net_.forward(outputs_, names_);
  }

 private:
  static cv::Mat zeros(int count) {
    const int sizes[] = {count, 1, kCrop, kCrop};
    return cv::Mat::zeros(4, sizes, CV_32F);
  }

  cv::dnn::Net net_;
  cv::String input_;
  std::vector<cv::String> names_;
  bool whole_ = false;
  cv::Mat crops_;
  std::vector<cv::Mat> outputs_;
};

}  // namespace

struct DigitNetwork::Impl {
  std::optional<Part> reading;
  std::optional<Part> glancing;  // none where the file has no such output
};

const std::vector<std::string>& DigitNetwork::labels() {
  static const std::vector<std::string> all = make_labels();
  return all;
}

int DigitNetwork::label_of(const std::string& symbol) {
  const auto found = std::find(labels().begin(), labels().end(), symbol);
  return found == labels().end() ? -1 : static_cast<int>(found - labels().begin());
}

DigitNetwork::DigitNetwork(const std::filesystem::path& onnx, NetworkLayers layers)
    : impl_(std::make_unique<Impl>()) {
  if (!std::filesystem::is_regular_file(onnx))
    throw std::runtime_error("digit network not found: " + onnx.string());
  std::optional<OwnNetworkLayers> own;
  if (layers == NetworkLayers::own) own.emplace();
  try {
    const cv::dnn::Net net = cv::dnn::readNetFromONNX(onnx.string());
    const bool glances = cv::dnn::Net(net).getLayerId(kGlance) >= 0;
    const bool whole = own && !network_kernels().empty();
    impl_->reading.emplace(net, "cells", glances ? kPeek : "",
                           std::vector<cv::String>{"symbols", "kinds"}, whole);
    if (glances)
      impl_->glancing.emplace(cv::dnn::readNetFromONNX(onnx.string()), kPeek, "cells",
                              std::vector<cv::String>{kGlance}, whole);
  } catch (const cv::Exception& error) {
    throw std::runtime_error("not a usable digit network: " + onnx.string() + ": " + error.err);
  }
  if (static_cast<size_t>(impl_->reading->output(0).size[1]) != labels().size() ||
      impl_->reading->output(1).size[1] != kCellKinds ||
      (impl_->glancing && impl_->glancing->output(0).size[1] != kGlanceOutputs))
    throw std::runtime_error("not a digit network of this program's form: " + onnx.string());
}

DigitNetwork::~DigitNetwork() = default;
DigitNetwork::DigitNetwork(DigitNetwork&&) noexcept = default;

void CellScores::lean_to_blank(double shift) {
  const double blank = std::exp(static_cast<double>(symbols[0]));
  const auto log_total = static_cast<float>(std::log(blank * std::exp(shift) + 1 - blank));
  for (float& value : symbols) value -= log_total;
  symbols[0] += static_cast<float>(shift);
}

std::vector<CellScores> DigitNetwork::classify(const InkSheet& sheet, std::span<const int> cells,
                                               int quarter_turns) {
  std::vector<CellScores> scores;
  Part& reading = *impl_->reading;
  scores.reserve(cells.size());
  for (; !cells.empty(); cells = cells.subspan(std::min<size_t>(kBatch, cells.size()))) {
    const auto batch = cells.first(std::min<size_t>(kBatch, cells.size()));
    const int count = static_cast<int>(batch.size());
    for (int i = 0; i < count; ++i)
      copy_turned(sheet.crop(batch[static_cast<size_t>(i)]), (quarter_turns % 4 + 4) % 4,
                  reading.crop(i));
    reading.forward(count);
    for (int i = 0; i < count; ++i)
      scores.push_back(
          {log_softmax(reading.output(0).ptr<float>(i), static_cast<int>(labels().size())),
           log_softmax(reading.output(1).ptr<float>(i), kCellKinds)});
  }
  return scores;
}

std::vector<CellGlance> DigitNetwork::glance(const InkSheet& sheet, std::span<const int> cells) {
  std::vector<CellGlance> glances;
  if (cells.empty() || !impl_->glancing) return glances;
  Part& glancing = *impl_->glancing;
  glances.reserve(cells.size());
  for (; !cells.empty(); cells = cells.subspan(std::min<size_t>(kBatch, cells.size()))) {
    const auto batch = cells.first(std::min<size_t>(kBatch, cells.size()));
    const int count = static_cast<int>(batch.size());
    for (int i = 0; i < count; ++i)
      copy_turned(sheet.crop(batch[static_cast<size_t>(i)]), 0, glancing.crop(i));
    glancing.forward(count);
    for (int i = 0; i < count; ++i) {
      const auto* logits = glancing.output(0).ptr<float>(i);
      CellGlance glance;
      const std::vector<float> all = log_softmax(logits, kGlanceOutputs);
      const std::vector<float> ways = log_softmax(logits + 1, kGlanceOutputs - 1);
      glance.blank = all[0] - std::log(std::max(1e-30F, -std::expm1(all[0])));
      std::copy(ways.begin(), ways.end(), glance.ways.begin());
      glances.push_back(glance);
    }
  }
  return glances;
}

}  // namespace gridlens
