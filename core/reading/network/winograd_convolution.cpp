#include "core/reading/network/winograd_convolution.h"

#include <algorithm>

namespace gridlens {

namespace {

constexpr int kSide = WinogradTile::kSide;
constexpr int kWindow = WinogradTile::kWindow;
constexpr int kProducts = WinogradTile::kProducts;
constexpr int kSamples = WinogradTile::kSamples;

// What a kernel's three taps become, for each of the six products of a line.
constexpr double kKernelTransform[kWindow][WinogradConvolution::kKernel] = {
    {1.0 / 4, 0, 0},
    {-1.0 / 6, -1.0 / 6, -1.0 / 6},
    {-1.0 / 6, 1.0 / 6, -1.0 / 6},
    {1.0 / 24, 1.0 / 12, 1.0 / 6},
    {1.0 / 24, -1.0 / 12, 1.0 / 6},
    {0, 0, 1}};

double transformed(const float* taps, int product) {
  double sum = 0;
  for (int y = 0; y < WinogradConvolution::kKernel; ++y)
    for (int x = 0; x < WinogradConvolution::kKernel; ++x)
      sum += kKernelTransform[product / kWindow][y] * kKernelTransform[product % kWindow][x] *
             static_cast<double>(taps[y * WinogradConvolution::kKernel + x]);
  return sum;
}

}  // namespace

WinogradConvolution::WinogradConvolution(const GroupKernels& kernels, const cv::Mat& weights,
                                         std::vector<float> bias)
    : kernels_(kernels),
      outputs_(weights.size[0]),
      channels_(weights.size[1]),
      bias_(std::move(bias)),
      zeros_(kSamples),
      windows_(static_cast<size_t>(kProducts * stride(channels_))),
      products_(static_cast<size_t>(kProducts * stride(outputs_))) {
  lay_out_weights(weights);
}

void WinogradConvolution::lay_out_weights(const cv::Mat& weights) {
  const int block = kernels_.multiply.block;
  const int blocks = (outputs_ + block - 1) / block;
  weights_.assign(static_cast<size_t>(kProducts) * blocks * block * channels_, 0);
  no_bias_.assign(static_cast<size_t>(blocks * block), 0);
  float* weight = weights_.data();
  for (int product = 0; product < kProducts; ++product)
    for (int first = 0; first < outputs_; first += block)
      for (int channel = 0; channel < channels_; ++channel)
        for (int o = first; o < first + block; ++o, ++weight)
          if (o < outputs_)
            *weight = static_cast<float>(transformed(weights.ptr<float>(o, channel), product));
}

void WinogradConvolution::run(const cv::Mat& from, cv::Mat& to, const BatchLayout& layout,
                              bool relu) {
  rows_ = from.size[2];
  columns_ = from.size[3];
  std::vector<Place> at_once;
  int lanes = 0;
  const auto flush = [&] {
    if (at_once.empty()) return;
    multiply(lanes);
    for (const Place& place : at_once) gather(place, relu);
    at_once.clear();
    lanes = 0;
  };
  for (int group = 0; group < layout.groups; ++group) {
    Place place{from.ptr<float>(group * kSamples), to.ptr<float>(group * kSamples),
                layout.lanes(group)};
    for (place.row = 0; place.row < rows_; place.row += kSide)
      for (place.column = 0; place.column < columns_; place.column += kSide) {
        if (lanes + place.lanes > kLanes) flush();
        place.first_lane = lanes;
        lanes += place.lanes;
        spread(place);
        at_once.push_back(place);
      }
  }
  flush();
}

void WinogradConvolution::spread(const Place& place) {
  long offsets[kProducts];
  for (int i = 0; i < kProducts; ++i) {
    const int y = place.row + i / kWindow - 1;
    const int x = place.column + i % kWindow - 1;
    const bool inside = y >= 0 && y < rows_ && x >= 0 && x < columns_;
    offsets[i] = inside ? static_cast<long>(y * columns_ + x) * kSamples : -1;
  }
  for (int channel = 0; channel < channels_; ++channel) {
    const float* plane = place.source + static_cast<long>(channel) * rows_ * columns_ * kSamples;
    const float* window[kProducts];
    for (int i = 0; i < kProducts; ++i)
      window[i] = offsets[i] >= 0 ? plane + offsets[i] : zeros_.data();
    kernels_.spread(window, place.lanes, windows_.data() + channel * kLanes + place.first_lane,
                    stride(channels_));
  }
}

void WinogradConvolution::multiply(int lanes) {
  static constexpr int kOneTap = 0;
  const size_t weights_a_product = weights_.size() / kProducts;
  ConvolutionTile tile{};
  tile.groups = (lanes + kSamples - 1) / kSamples;
  tile.taps = &kOneTap;
  tile.tap_count = 1;
  tile.channels = channels_;
  tile.channel_stride = kLanes;
  tile.bias = no_bias_.data();
  tile.outputs = outputs_;
  tile.target_stride = kLanes;
  for (size_t product = 0; product < kProducts; ++product) {
    tile.weights = &weights_[product * weights_a_product];
    for (int g = 0; g < tile.groups; ++g) {
      const auto at = static_cast<size_t>(g) * kSamples;
      tile.sources[g] = windows_.data() + product * static_cast<size_t>(stride(channels_)) + at;
      tile.targets[g] = products_.data() + product * static_cast<size_t>(stride(outputs_)) + at;
      tile.valid[g] = kSamples;
    }
    kernels_.multiply.run(tile);
  }
}

void WinogradConvolution::gather(const Place& place, bool relu) const {
  const int rows = std::min(kSide, rows_ - place.row);
  const int columns = std::min(kSide, columns_ - place.column);
  for (int output = 0; output < outputs_; ++output)
    kernels_.gather(
        products_.data() + output * kLanes + place.first_lane, stride(outputs_), place.lanes,
        bias_[static_cast<size_t>(output)], relu,
        place.target +
            static_cast<long>((output * rows_ + place.row) * columns_ + place.column) * kSamples,
        rows, columns, columns_);
}

}  // namespace gridlens
