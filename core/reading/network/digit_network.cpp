#include "core/reading/network/digit_network.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <opencv2/dnn.hpp>
#include <optional>
#include <stdexcept>

#include "core/image/one_line.h"
#include "core/reading/network/network_layers.h"
#include "core/reading/network/single_layer.h"

namespace gridlens {

namespace {

constexpr int kCrop = RectifiedBoard::kCropPx;
constexpr int kNumerals = 26;  // "0".."25"
constexpr int kLetters = 26;
constexpr int kBatch = 32;  // what a larger one needs does not stay in the processor's caches
constexpr int kOrientationOutputs = 5;  // blank, then the four orientations
const char* const kOrientationInput = "peek";
const char* const kOrientationOutput = "glance";

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
  const auto row = static_cast<std::ptrdiff_t>(crop.step[0]);
  struct Steps {
    std::ptrdiff_t first, right, down;
  };
  const Steps steps = quarter_turns == 1   ? Steps{kLast, row, -1}
                      : quarter_turns == 2 ? Steps{kLast * row + kLast, -1, -row}
                      : quarter_turns == 3 ? Steps{kLast * row, -row, 1}
                                           : Steps{0, 1, row};
  const std::uint8_t* from = crop.ptr() + steps.first;
  for (int y = 0; y < kCrop; ++y, from += steps.down)
    for (int x = 0; x < kCrop; ++x) *out++ = kScale * static_cast<float>(from[x * steps.right]);
}

// Logits to log-probabilities.
void log_softmax(std::span<float> values) {
  const float top = *std::max_element(values.begin(), values.end());
  double sum = 0;
  for (const float value : values) sum += std::exp(static_cast<double>(value - top));
  const float log_sum = top + static_cast<float>(std::log(sum));
  for (float& value : values) value -= log_sum;
}

// May the samples of a batch lie side by side: does every layer know of it, or treat every value
// alike?
bool takes_side_by_side(cv::dnn::Net& net) {
  for (const cv::String& name : net.getLayerNames()) {
    const cv::Ptr<cv::dnn::Layer> layer = net.getLayer(net.getLayerId(name));
    if (!layer.dynamicCast<SingleLayer>() && layer->type != "ReLU" && layer->type != "Flatten" &&
        layer->type != "Identity")
      return false;
  }
  return true;
}

// The layer that works an output out. OpenCV's importer sets layers that only bear the outputs'
// names behind all others: up to them cv::dnn would run the other network, too.
cv::String layer_behind(const cv::dnn::Net& net, const cv::String& output) {
  const cv::String imported = "onnx_node!" + output;
  return cv::dnn::Net(net).getLayerId(imported) >= 0 ? imported : output;
}

// One of the file's networks with its input. The file holds two that share nothing: "cells" to
// "symbols" and "kinds", and "peek" to "glance", whose layers come first. Asked for "glance"
// cv::dnn stops there. Asked for the others it runs them on the one crop that stays there.
class Part {
 public:
  // `kernels`: those of the program's own layers, null without them.
  Part(const cv::dnn::Net& net, const std::string& input, const std::string& other_input,
       const std::vector<cv::String>& outputs, const GroupKernels* kernels)
      : net_(net), input_(input), kernels_(kernels), crops_(zeros(kBatch)) {
    for (const cv::String& output : outputs) names_.push_back(layer_behind(net_, output));
    net_.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
    net_.setPreferableTarget(cv::dnn::DNN_TARGET_CPU);
    if (!other_input.empty()) net_.setInput(zeros(1), other_input);
    forward(1);
    if (kernels_ && takes_side_by_side(net_)) {
      side_by_side_ = true;
      grouped_ = zeros(kBatch);
    }
  }

  [[nodiscard]] int output_size(size_t i) const { return outputs_[i].size[1]; }

  // What the last forward() says of a sample.
  void copy_output(size_t i, int sample, float* to) const {
    const int values = output_size(i);
    if (sample >= layout_.first_apart()) {
      std::copy_n(outputs_[i].ptr<float>(sample), values, to);
      return;
    }
    constexpr int kGroup = BatchLayout::kGroup;
    const float* from = outputs_[i].ptr<float>(sample - sample % kGroup) + sample % kGroup;
    for (int value = 0; value < values; ++value) to[value] = from[value * kGroup];
  }

  // Room for kBatch crops; the caller fills the first `count` and calls forward().
  [[nodiscard]] float* crop(int i) { return crops_.ptr<float>(i); }
  void forward(int count) {
    layout_ = side_by_side_ ? BatchLayout::side_by_side(count) : BatchLayout::apart(count);
    const SamplesInUse in_use(layout_);
    // Batches are always passed whole, which suits layers that look at SamplesInUse.
    const int sizes[] = {kernels_ ? kBatch : count, 1, kCrop, kCrop};
    net_.setInput(cv::Mat(4, sizes, CV_32F, laid_out(count)), input_);
    net_.forward(outputs_, names_);
  }

 private:
  static cv::Mat zeros(int count) {
    const int sizes[] = {count, 1, kCrop, kCrop};
    return cv::Mat::zeros(4, sizes, CV_32F);
  }

  // The crops as layout_ has them.
  float* laid_out(int count) {
    if (layout_.groups == 0) return crops_.ptr<float>();
    constexpr int kPixels = kCrop * kCrop;
    for (int first = 0; first < layout_.first_apart(); first += BatchLayout::kGroup)
      kernels_->side_by_side(crop(first), kPixels, std::min(BatchLayout::kGroup, count - first),
                             kPixels, grouped_.ptr<float>(first));
    for (int i = layout_.first_apart(); i < count; ++i)
      std::copy_n(crop(i), kPixels, grouped_.ptr<float>(i));
    return grouped_.ptr<float>();
  }

  cv::dnn::Net net_;
  cv::String input_;
  std::vector<cv::String> names_;
  const GroupKernels* kernels_ = nullptr;
  bool side_by_side_ = false;
  BatchLayout layout_;
  cv::Mat crops_;
  cv::Mat grouped_;
  std::vector<cv::Mat> outputs_;
};

}  // namespace

struct DigitNetwork::Impl {
  std::optional<Part> reading;
  std::optional<Part> orientation_net;  // none where the file has no such output
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
    const bool scored = cv::dnn::Net(net).getLayerId(kOrientationOutput) >= 0;
    const auto kernels = network_kernels();
    const GroupKernels* grouped =
        own && !kernels.empty() ? kernels.front().convolve.grouped : nullptr;
    impl_->reading.emplace(net, "cells", scored ? kOrientationInput : "",
                           std::vector<cv::String>{"symbols", "kinds"}, grouped);
    if (scored)
      impl_->orientation_net.emplace(cv::dnn::readNetFromONNX(onnx.string()), kOrientationInput,
                                     "cells", std::vector<cv::String>{kOrientationOutput}, grouped);
  } catch (const cv::Exception& error) {
    throw std::runtime_error("not a usable digit network: " + onnx.string() + ": " +
                             one_line(error));
  }
  if (static_cast<size_t>(impl_->reading->output_size(0)) != labels().size() ||
      impl_->reading->output_size(1) != kCellKinds ||
      (impl_->orientation_net && impl_->orientation_net->output_size(0) != kOrientationOutputs))
    throw std::runtime_error("not a digit network of this program's form: " + onnx.string());
}

DigitNetwork::~DigitNetwork() = default;
DigitNetwork::DigitNetwork(DigitNetwork&&) noexcept = default;

void CellScores::add_blank_log_odds(double shift) {
  const double blank = std::exp(static_cast<double>(symbols[0]));
  const auto log_total = static_cast<float>(std::log(blank * std::exp(shift) + 1 - blank));
  for (float& value : symbols) value -= log_total;
  symbols[0] += static_cast<float>(shift);
}

std::vector<CellScores> DigitNetwork::classify(const InkMap& ink_map, std::span<const int> cells,
                                               int quarter_turns) {
  std::vector<CellScores> scores;
  Part& reading = *impl_->reading;
  scores.reserve(cells.size());
  for (; !cells.empty(); cells = cells.subspan(std::min<size_t>(kBatch, cells.size()))) {
    const auto batch = cells.first(std::min<size_t>(kBatch, cells.size()));
    const int count = static_cast<int>(batch.size());
    for (int i = 0; i < count; ++i)
      copy_turned(ink_map.crop(batch[static_cast<size_t>(i)]), (quarter_turns % 4 + 4) % 4,
                  reading.crop(i));
    reading.forward(count);
    for (int i = 0; i < count; ++i) {
      CellScores& of_cell = scores.emplace_back(
          CellScores{std::vector<float>(labels().size()), std::vector<float>(kCellKinds)});
      reading.copy_output(0, i, of_cell.symbols.data());
      reading.copy_output(1, i, of_cell.kinds.data());
      log_softmax(of_cell.symbols);
      log_softmax(of_cell.kinds);
    }
  }
  return scores;
}

std::vector<OrientationScores> DigitNetwork::score_orientation(const InkMap& ink_map,
                                                               std::span<const int> cells) {
  std::vector<OrientationScores> scored;
  if (cells.empty() || !impl_->orientation_net) return scored;
  Part& orientation_net = *impl_->orientation_net;
  scored.reserve(cells.size());
  for (; !cells.empty(); cells = cells.subspan(std::min<size_t>(kBatch, cells.size()))) {
    const auto batch = cells.first(std::min<size_t>(kBatch, cells.size()));
    const int count = static_cast<int>(batch.size());
    for (int i = 0; i < count; ++i)
      copy_turned(ink_map.crop(batch[static_cast<size_t>(i)]), 0, orientation_net.crop(i));
    orientation_net.forward(count);
    for (int i = 0; i < count; ++i) {
      std::array<float, kOrientationOutputs> all{};
      orientation_net.copy_output(0, i, all.data());
      std::array<float, kOrientationOutputs - 1> orientations{};
      std::copy(all.begin() + 1, all.end(), orientations.begin());
      log_softmax(all);
      log_softmax(orientations);
      OrientationScores head;
      head.blank = all[0] - std::log(std::max(1e-30F, -std::expm1(all[0])));
      std::copy(orientations.begin(), orientations.end(), head.orientations.begin());
      scored.push_back(head);
    }
  }
  return scored;
}

}  // namespace gridlens
