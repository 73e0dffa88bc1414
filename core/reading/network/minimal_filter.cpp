#include "core/reading/network/minimal_filter.h"

#include <algorithm>

namespace gridlens {

namespace {

constexpr int kSide = MinimalTile::kSide;
constexpr int kWindow = MinimalTile::kWindow;
constexpr int kProducts = MinimalTile::kProducts;
constexpr int kSamples = MinimalTile::kSamples;
// Fewer than so many of 16 are worked out faster one by one.
constexpr int kFewSamples = 7;

// What a kernel's three taps become, for each of the six products of a line.
constexpr double kKernelTransform[kWindow][MinimalFilter::kKernel] = {
    {1.0 / 4, 0, 0},
    {-1.0 / 6, -1.0 / 6, -1.0 / 6},
    {-1.0 / 6, 1.0 / 6, -1.0 / 6},
    {1.0 / 24, 1.0 / 12, 1.0 / 6},
    {1.0 / 24, -1.0 / 12, 1.0 / 6},
    {0, 0, 1}};

double transformed(const float* taps, int product) {
  double sum = 0;
  for (int y = 0; y < MinimalFilter::kKernel; ++y)
    for (int x = 0; x < MinimalFilter::kKernel; ++x)
      sum += kKernelTransform[product / kWindow][y] * kKernelTransform[product % kWindow][x] *
             static_cast<double>(taps[y * MinimalFilter::kKernel + x]);
  return sum;
}

}  // namespace

MinimalFilter::MinimalFilter(const MinimalKernels& kernels, const cv::Mat& weights,
                             std::vector<float> bias)
    : kernels_(kernels),
      outputs_(weights.size[0]),
      channels_(weights.size[1]),
      bias_(std::move(bias)),
      zeros_(kSamples, 0),
      windows_(static_cast<size_t>(kProducts * channels_) * kLanes),
      products_(static_cast<size_t>(kProducts * outputs_) * kLanes) {
  lay_out_weights(weights);
}

void MinimalFilter::lay_out_weights(const cv::Mat& weights) {
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

int MinimalFilter::run(const cv::Mat& from, cv::Mat& to, bool relu) {
  rows_ = from.size[2];
  columns_ = from.size[3];
  const int tiles_down = (rows_ + kSide - 1) / kSide;
  const int tiles_across = (columns_ + kSide - 1) / kSide;
  const auto group_size = static_cast<size_t>(channels_ * rows_ * columns_) * kSamples;
  // Planes of an odd number of tiles are taken in pairs of sixteens.
  const int groups_at_once = tiles_down * tiles_across % kAtOnce == 0 ? 1 : kAtOnce;
  side_by_side_.resize(group_size * static_cast<size_t>(groups_at_once));
  std::vector<Place> places;
  int done = 0;
  while (from.size[0] - done >= kFewSamples) {
    places.clear();
    for (int group = 0; group < groups_at_once && from.size[0] - done >= kFewSamples; ++group) {
      const int samples = std::min(kSamples, from.size[0] - done);
      float* planes = &side_by_side_[group_size * static_cast<size_t>(group)];
      kernels_.side_by_side(from.ptr<float>(done), static_cast<long>(from.step1(0)), samples,
                            channels_ * rows_ * columns_, planes);
      for (int y = 0; y < tiles_down; ++y)
        for (int x = 0; x < tiles_across; ++x)
          places.push_back({done, samples, planes, y * kSide, x * kSide});
      done += samples;
    }
    for (size_t i = 0; i < places.size(); i += kAtOnce) {
      const size_t end = std::min(places.size(), i + kAtOnce);
      for (size_t k = i; k < end; ++k) spread(places[k], static_cast<int>(k - i));
      multiply();
      for (size_t k = i; k < end; ++k) gather(places[k], static_cast<int>(k - i), to, relu);
    }
  }
  return done;
}

void MinimalFilter::spread(const Place& place, int slot) {
  long offsets[kProducts];
  for (int i = 0; i < kProducts; ++i) {
    const int y = place.row + i / kWindow - 1;
    const int x = place.column + i % kWindow - 1;
    const bool inside = y >= 0 && y < rows_ && x >= 0 && x < columns_;
    offsets[i] = inside ? static_cast<long>(y * columns_ + x) * kSamples : -1;
  }
  for (int channel = 0; channel < channels_; ++channel) {
    const float* plane =
        place.side_by_side + static_cast<long>(channel) * rows_ * columns_ * kSamples;
    const float* window[kProducts];
    for (int i = 0; i < kProducts; ++i)
      window[i] = offsets[i] >= 0 ? plane + offsets[i] : zeros_.data();
    kernels_.spread(window, &windows_[static_cast<size_t>(channel * kLanes + slot * kSamples)],
                    static_cast<long>(channels_) * kLanes);
  }
}

void MinimalFilter::multiply() {
  static constexpr int kOneTap = 0;
  const size_t weights_a_product = weights_.size() / kProducts;
  ConvolutionTile tile{};
  tile.groups = kAtOnce;
  tile.taps = &kOneTap;
  tile.tap_count = 1;
  tile.channels = channels_;
  tile.channel_stride = kLanes;
  tile.bias = no_bias_.data();
  tile.outputs = outputs_;
  tile.target_stride = kLanes;
  for (size_t product = 0; product < kProducts; ++product) {
    tile.weights = &weights_[product * weights_a_product];
    for (int g = 0; g < kAtOnce; ++g) {
      const auto at = static_cast<size_t>(g) * kSamples;
      tile.sources[g] = &windows_[product * static_cast<size_t>(channels_) * kLanes + at];
      tile.targets[g] = &products_[product * static_cast<size_t>(outputs_) * kLanes + at];
      tile.valid[g] = kSamples;
    }
    kernels_.multiply.run(tile);
  }
}

void MinimalFilter::gather(const Place& place, int slot, cv::Mat& to, bool relu) const {
  const int rows = std::min(kSide, rows_ - place.row);
  const int columns = std::min(kSide, columns_ - place.column);
  for (int output = 0; output < outputs_; ++output)
    kernels_.gather(&products_[static_cast<size_t>(output * kLanes + slot * kSamples)],
                    static_cast<long>(outputs_) * kLanes, bias_[static_cast<size_t>(output)], relu,
                    to.ptr<float>(place.first_sample, output) +
                        static_cast<long>(place.row) * columns_ + place.column,
                    static_cast<long>(to.step1(0)), place.samples, rows, columns, columns_);
}

}  // namespace gridlens
