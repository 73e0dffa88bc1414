#include "core/reading/network/group_convolution.h"

#include <cstring>

namespace gridlens {

namespace {

constexpr int kGroup = BatchLayout::kGroup;

}  // namespace

std::vector<float> weights_in_blocks(const cv::Mat& weights, int block) {
  const int outputs = weights.size[0];
  const int channels = weights.size[1];
  const int taps = static_cast<int>(weights.total()) / (outputs * channels);
  const int blocks = (outputs + block - 1) / block;
  std::vector<float> laid_out(static_cast<size_t>(blocks) * block * channels * taps, 0);
  float* to = laid_out.data();
  for (int first = 0; first < blocks * block; first += block)
    for (int value = 0; value < channels * taps; ++value)
      for (int output = first; output < first + block; ++output, ++to)
        if (output < outputs) *to = weights.ptr<float>(output)[value];
  return laid_out;
}

std::vector<float> bias_in_blocks(std::vector<float> bias, int outputs, int block) {
  bias.resize(static_cast<size_t>(outputs), 0);
  bias.resize(static_cast<size_t>((outputs + block - 1) / block * block), 0);
  return bias;
}

GroupConvolution::GroupConvolution(const GroupKernels& kernels, const cv::Mat& weights,
                                   const std::vector<float>& bias, int stride)
    : kernels_(kernels),
      outputs_(weights.size[0]),
      channels_(weights.size[1]),
      kernel_(weights.size[2]),
      stride_(stride),
      weights_(weights_in_blocks(weights, kernels.convolution_block)),
      bias_(bias_in_blocks(bias, outputs_, kernels.convolution_block)) {}

void GroupConvolution::plan(int input_rows, int input_columns) {
  if (input_rows == input_rows_ && input_columns == input_columns_) return;
  input_rows_ = input_rows;
  input_columns_ = input_columns;
  const int rows = input_rows + kernel_ - 1;
  const int columns = input_columns + kernel_ - 1;
  padded_ =
      AlignedFloats(static_cast<size_t>(channels_) * rows * columns * kGroup);  // margins stay zero
  taps_.clear();
  for (int y = 0; y < kernel_; ++y)
    for (int x = 0; x < kernel_; ++x) taps_.push_back((y * columns + x) * kGroup);
}

void GroupConvolution::pad(const float* from) {
  const int columns = input_columns_ + kernel_ - 1;
  const auto row_values = static_cast<size_t>(input_columns_) * kGroup;
  float* to = padded_.data();
  for (int channel = 0; channel < channels_; ++channel) {
    float* row = to + (kernel_ / 2 * columns + kernel_ / 2) * kGroup;
    for (int y = 0; y < input_rows_; ++y, row += columns * kGroup, from += row_values)
      std::memcpy(row, from, row_values * sizeof(float));
    to += (input_rows_ + kernel_ - 1) * columns * kGroup;
  }
}

void GroupConvolution::run(const cv::Mat& from, cv::Mat& to, const BatchLayout& layout, bool relu) {
  plan(from.size[2], from.size[3]);
  const int columns = input_columns_ + kernel_ - 1;
  GroupTaps work{};
  work.source = padded_.data();
  work.taps = taps_.data();
  work.tap_count = static_cast<int>(taps_.size());
  work.channels = channels_;
  work.channel_stride = (input_rows_ + kernel_ - 1) * columns * kGroup;
  work.rows = to.size[2];
  work.columns = to.size[3];
  work.row_step = stride_ * columns * kGroup;
  work.column_step = stride_ * kGroup;
  work.weights = weights_.data();
  work.bias = bias_.data();
  work.outputs = outputs_;
  work.relu = relu;
  for (int group = 0; group < layout.groups; ++group) {
    pad(from.ptr<float>(group * kGroup));
    work.target = to.ptr<float>(group * kGroup);
    work.lanes = layout.lanes(group);
    kernels_.convolve(work);
  }
}

}  // namespace gridlens
