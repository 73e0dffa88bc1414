#include "core/reading/network/digit_network.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <mutex>
#include <opencv2/dnn.hpp>
#include <stdexcept>

#include "core/image/one_line.h"
#include "core/reading/network/layer_chain.h"

namespace gridlens {

namespace {

constexpr int kCrop = RectifiedBoard::kCropPx;
constexpr int kNumerals = 26;  // "0".."25"
constexpr int kLetters = 26;
constexpr int kOrientationOutputs = 5;  // blank, then the four orientations
const char* const kOrientationOutput = "glance";

std::vector<std::string> make_labels() {
  std::vector<std::string> labels{""};
  for (int i = 0; i < kNumerals; ++i) labels.push_back(std::to_string(i));
  for (int i = 0; i < kLetters; ++i) labels.emplace_back(1, static_cast<char>('A' + i));
  return labels;
}

// Hands a crop over as a sample, turned so that its corner `quarter_turns` comes to the top left,
// scaled to 0..1.
void copy_turned(const cv::Mat& crop, int quarter_turns, LayerChain& chain, int sample) {
  constexpr float kScale = 1.0F / 255.0F;
  constexpr cv::RotateFlags kTurns[] = {cv::ROTATE_90_COUNTERCLOCKWISE, cv::ROTATE_180,
                                        cv::ROTATE_90_CLOCKWISE};
  cv::Mat turned;
  if (quarter_turns == 0)
    turned = crop;
  else
    cv::rotate(crop, turned, kTurns[quarter_turns - 1]);
  for (int y = 0; y < kCrop; ++y) {
    const std::uint8_t* levels = turned.ptr(y);
    float* out = chain.input_row(sample, y);
    for (int x = 0; x < kCrop; ++x) out[x] = kScale * static_cast<float>(levels[x]);
  }
}

// Runs a network on the named cells; `take` gets its outputs, in their order.
template <class Take>
void run_on(LayerChain& chain, const InkMap& ink_map, std::span<const int> cells, int quarter_turns,
            const Take& take) {
  while (!cells.empty()) {
    const auto batch = cells.first(std::min<size_t>(LayerChain::kBatch, cells.size()));
    cells = cells.subspan(batch.size());
    const int count = static_cast<int>(batch.size());
    for (int i = 0; i < count; ++i)
      copy_turned(ink_map.crop(batch[static_cast<size_t>(i)]), quarter_turns, chain, i);
    chain.run(count);
    for (int i = 0; i < count; ++i) take(chain.output(i));
  }
}

// Logits to log-probabilities.
void log_softmax(std::span<float> values) {
  const float top = *std::max_element(values.begin(), values.end());
  double sum = 0;
  for (const float value : values) sum += std::exp(static_cast<double>(value - top));
  const float log_sum = top + static_cast<float>(std::log(sum));
  for (float& value : values) value -= log_sum;
}

}  // namespace

const std::vector<std::string>& DigitNetwork::labels() {
  static const std::vector<std::string> all = make_labels();
  return all;
}

int DigitNetwork::label_of(const std::string& symbol) {
  const auto found = std::find(labels().begin(), labels().end(), symbol);
  return found == labels().end() ? -1 : static_cast<int>(found - labels().begin());
}

// The file holds two networks that share nothing: "cells" to "symbols" and "kinds", and "peek" to
// "glance".
DigitNetwork::DigitNetwork(const std::filesystem::path& onnx) {
  if (!std::filesystem::is_regular_file(onnx))
    throw std::runtime_error("digit network not found: " + onnx.string());
  const auto not_usable = [&](const std::string& why) {
    return std::runtime_error("not a usable digit network: " + onnx.string() + ": " + why);
  };
  // OpenCV 4.6 makes its table of layers at the first use, in a way that two threads must not meet.
  static std::mutex loading;
  const std::scoped_lock lock(loading);
  try {
    cv::dnn::Net net = cv::dnn::readNetFromONNX(onnx.string());
    const auto chain_to = [&](const std::vector<std::string>& outputs) {
      return std::make_unique<LayerChain>(plan_layers(net, outputs, kCrop), kCrop,
                                          *network_kernels().front());
    };
    reading_ = chain_to({"symbols", "kinds"});
    if (net.getLayerId(kOrientationOutput) >= 0) orientation_ = chain_to({kOrientationOutput});
  } catch (const cv::Exception& error) {
    throw not_usable(one_line(error));
  } catch (const std::runtime_error& error) {
    throw not_usable(error.what());
  }
  if (static_cast<size_t>(reading_->outputs()) != labels().size() + kCellKinds ||
      (orientation_ && orientation_->outputs() != kOrientationOutputs))
    throw std::runtime_error("not a digit network of this program's form: " + onnx.string());
}

DigitNetwork::~DigitNetwork() = default;

void CellScores::add_blank_log_odds(double shift) {
  const double blank = std::exp(static_cast<double>(symbols[0]));
  const auto log_total = static_cast<float>(std::log(blank * std::exp(shift) + 1 - blank));
  for (float& value : symbols) value -= log_total;
  symbols[0] += static_cast<float>(shift);
}

std::vector<CellScores> DigitNetwork::classify(const InkMap& ink_map, std::span<const int> cells,
                                               int quarter_turns) {
  std::vector<CellScores> scores;
  scores.reserve(cells.size());
  const int turns = (quarter_turns % 4 + 4) % 4;
  run_on(*reading_, ink_map, cells, turns, [&](std::span<const float> outputs) {
    const auto symbols = outputs.first(labels().size());
    const auto kinds = outputs.subspan(labels().size());
    CellScores& of_cell = scores.emplace_back(
        CellScores{{symbols.begin(), symbols.end()}, {kinds.begin(), kinds.end()}});
    log_softmax(of_cell.symbols);
    log_softmax(of_cell.kinds);
  });
  return scores;
}

std::vector<OrientationScores> DigitNetwork::score_orientation(const InkMap& ink_map,
                                                               std::span<const int> cells) {
  std::vector<OrientationScores> scored;
  if (!orientation_) return scored;
  scored.reserve(cells.size());
  run_on(*orientation_, ink_map, cells, 0, [&](std::span<const float> outputs) {
    std::array<float, kOrientationOutputs> all{};
    std::copy(outputs.begin(), outputs.end(), all.begin());
    OrientationScores& head = scored.emplace_back();
    std::copy(all.begin() + 1, all.end(), head.orientations.begin());
    log_softmax(all);
    log_softmax(head.orientations);
    head.blank = all[0] - std::log(std::max(1e-30F, -std::expm1(all[0])));
  });
  return scored;
}

}  // namespace gridlens
