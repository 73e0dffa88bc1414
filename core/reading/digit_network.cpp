#include "core/reading/digit_network.h"

#include <algorithm>
#include <cmath>
#include <opencv2/dnn.hpp>
#include <stdexcept>

namespace gridlens {

namespace {

constexpr int kCrop = CellSheet::kCropPx;
constexpr int kNumerals = 26;  // "0".."25"
constexpr int kLetters = 26;

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

}  // namespace

struct DigitNetwork::Impl {
  cv::dnn::Net net;
  cv::Mat blob;
  std::vector<cv::Mat> outputs;
  std::vector<cv::String> names{"symbols", "kinds"};

  // Runs the first `count` crops of the blob.
  void forward(int count) {
    const int sizes[] = {count, 1, kCrop, kCrop};
    net.setInput(cv::Mat(4, sizes, CV_32F, blob.data));
    net.forward(outputs, names);
  }
};

const std::vector<std::string>& DigitNetwork::labels() {
  static const std::vector<std::string> all = make_labels();
  return all;
}

int DigitNetwork::label_of(const std::string& symbol) {
  const auto found = std::find(labels().begin(), labels().end(), symbol);
  return found == labels().end() ? -1 : static_cast<int>(found - labels().begin());
}

DigitNetwork::DigitNetwork(const std::filesystem::path& onnx) : impl_(std::make_unique<Impl>()) {
  if (!std::filesystem::is_regular_file(onnx))
    throw std::runtime_error("digit network not found: " + onnx.string());
  try {
    impl_->net = cv::dnn::readNetFromONNX(onnx.string());
    impl_->net.setPreferableBackend(cv::dnn::DNN_BACKEND_OPENCV);
    impl_->net.setPreferableTarget(cv::dnn::DNN_TARGET_CPU);
    const int sizes[] = {1, 1, kCrop, kCrop};
    impl_->blob = cv::Mat::zeros(4, sizes, CV_32F);
    impl_->forward(1);
  } catch (const cv::Exception& error) {
    throw std::runtime_error("not a usable digit network: " + onnx.string() + ": " + error.err);
  }
  if (impl_->outputs.size() != 2 || impl_->outputs[0].total() != labels().size() ||
      impl_->outputs[1].total() != static_cast<size_t>(kCellKinds))
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
  if (cells.empty()) return scores;
  const int count = static_cast<int>(cells.size());
  if (impl_->blob.size[0] < count) {
    const int sizes[] = {count, 1, kCrop, kCrop};
    impl_->blob.create(4, sizes, CV_32F);
  }
  for (int i = 0; i < count; ++i)
    copy_turned(sheet.crop(cells[static_cast<size_t>(i)]), (quarter_turns % 4 + 4) % 4,
                impl_->blob.ptr<float>(i));
  impl_->forward(count);
  scores.reserve(cells.size());
  for (int i = 0; i < count; ++i)
    scores.push_back(
        {log_softmax(impl_->outputs[0].ptr<float>(i), static_cast<int>(labels().size())),
         log_softmax(impl_->outputs[1].ptr<float>(i), kCellKinds)});
  return scores;
}

}  // namespace gridlens
