#include "core/reading/network/convolution.h"

#include <algorithm>
#include <vector>

namespace gridlens {

namespace {

// Weights in the order in which kernels read them: for each block of outputs and each input those
// of the block's outputs. The outputs are filled up to `outputs` with zeros.
cv::Mat pack_weights(const NetworkKernels& kernels, int inputs, int outputs,
                     const std::function<float(int output, int input)>& weight) {
  cv::Mat packed(1, inputs * outputs, CV_32F);
  auto* value = packed.ptr<float>();
  for (int first = 0; first < outputs; first += kernels.block)
    for (int input = 0; input < inputs; ++input)
      for (int output = first; output < std::min(first + kernels.block, outputs); ++output)
        *value++ = weight(output, input);
  return packed;
}

// The bias as a row, filled up with zeros.
cv::Mat padded_bias(const LayerPlan& plan, int outputs) {
  cv::Mat bias = cv::Mat::zeros(1, outputs, CV_32F);
  std::copy_n(plan.bias.ptr<float>(), plan.bias.total(), bias.ptr<float>());
  return bias;
}

class PlainConvolution {
 public:
  PlainConvolution(const NetworkKernels& kernels, const LayerPlan& plan, const Planes& from,
                   Planes& to, int batch)
      : kernels_(kernels),
        from_(from),
        to_(to),
        kernel_(plan.kernel),
        relu_(plan.relu),
        bias_(padded_bias(plan, to.channels)) {
    for (int sample = 0; sample < batch; ++sample)
      for (int y = 0; y < to.side; ++y)
        for (int x = 0; x < to.side; ++x) {
          sources_.push_back(
              from.place(sample, y * plan.stride - plan.border, x * plan.stride - plan.border));
          targets_.push_back(to.place(sample, y, x));
        }
    const int taps = kernel_ * kernel_;
    weights_ = pack_weights(kernels, taps * from.channels, to.channels, [&](int output, int input) {
      const int channel = input % from.channels;
      const int tap = input / from.channels;  // row by row, as in the plan
      if (output >= plan.weights.rows || channel >= plan.channels) return 0.0F;
      return plan.weights.at<float>(output, channel * taps + tap);
    });
  }

  void operator()(int samples) const {
    WeightedSums sums{};
    sums.source = from_.data();
    sums.target = to_.data();
    sums.sources = sources_.data();
    sums.targets = targets_.data();
    sums.pixels = samples * to_.side * to_.side;
    sums.runs = kernel_;
    sums.run_length = kernel_ * from_.channels;
    sums.run_step = from_.row_step();
    sums.weights = weights_.ptr<float>();
    sums.bias = bias_.ptr<float>();
    sums.outputs = to_.channels;
    sums.relu = relu_;
    kernels_.sum(sums);
  }

 private:
  const NetworkKernels& kernels_;
  const Planes& from_;
  Planes& to_;
  int kernel_;
  bool relu_;
  std::vector<int> sources_;
  std::vector<int> targets_;
  cv::Mat weights_;
  cv::Mat bias_;
};

constexpr int kKernel = 3;
constexpr int kTiles = 16;  // at once: what they need stays in the processor's caches

// What a kernel's three taps become, for each of the six products of a line.
constexpr double kKernelTransform[kWinogradWindow][kKernel] = {{1.0 / 4, 0, 0},
                                                               {-1.0 / 6, -1.0 / 6, -1.0 / 6},
                                                               {-1.0 / 6, 1.0 / 6, -1.0 / 6},
                                                               {1.0 / 24, 1.0 / 12, 1.0 / 6},
                                                               {1.0 / 24, -1.0 / 12, 1.0 / 6},
                                                               {0, 0, 1}};

float transformed(const float* taps, int product) {
  double sum = 0;
  for (int y = 0; y < kKernel; ++y)
    for (int x = 0; x < kKernel; ++x)
      sum += kKernelTransform[product / kWinogradWindow][y] *
             kKernelTransform[product % kWinogradWindow][x] *
             static_cast<double>(taps[y * kKernel + x]);
  return static_cast<float>(sum);
}

// From the values of one product to those of the next: an odd number of cache lines. A power of two
// apart they would drive each other out of the caches.
int product_step(int channels) {
  return channels * kTiles + kChannelStep;
}

class WinogradConvolution {
 public:
  [[nodiscard]] static bool suits(const LayerPlan& plan, const Planes& from) {
    return plan.kernel == kKernel && plan.border == 1 && plan.stride == 1 &&
           from.channels % kChannelStep == 0 && from.side % kWinogradSide == 0;
  }

  WinogradConvolution(const NetworkKernels& kernels, const LayerPlan& plan, const Planes& from,
                      Planes& to)
      : kernels_(kernels),
        from_(from),
        to_(to),
        relu_(plan.relu),
        bias_(padded_bias(plan, to.channels)),
        no_bias_(cv::Mat::zeros(1, to.channels, CV_32F)),
        windows_(1, kWinogradProducts * product_step(from.channels), CV_32F),
        products_(1, kWinogradProducts * product_step(to.channels), CV_32F) {
    for (int product = 0; product < kWinogradProducts; ++product)
      weights_.push_back(
          pack_weights(kernels, from.channels, to.channels, [&](int output, int channel) {
            if (output >= plan.weights.rows || channel >= plan.channels) return 0.0F;
            return transformed(plan.weights.ptr<float>(output) + channel * kKernel * kKernel,
                               product);
          }));
    for (int tile = 0; tile < kTiles; ++tile) {
      window_places_.push_back(tile * from.channels);
      product_places_.push_back(tile * to.channels);
    }
  }

  void operator()(int samples) {
    std::vector<Tile> tiles;
    for (int sample = 0; sample < samples; ++sample)
      for (int y = 0; y < to_.side; y += kWinogradSide)
        for (int x = 0; x < to_.side; x += kWinogradSide) {
          tiles.push_back({from_.place(sample, y - 1, x - 1), to_.place(sample, y, x)});
          if (tiles.size() < kTiles) continue;
          run_tiles(tiles);
          tiles.clear();
        }
    if (!tiles.empty()) run_tiles(tiles);
  }

 private:
  struct Tile {
    int source;
    int target;
  };

  void run_tiles(const std::vector<Tile>& tiles) {
    const int window_step = product_step(from_.channels);
    const int step = product_step(to_.channels);
    for (size_t i = 0; i < tiles.size(); ++i)
      kernels_.transform_window({from_.data() + tiles[i].source, from_.row_step(), from_.channels,
                                 windows_.ptr<float>() + window_places_[i], window_step});
    WeightedSums sums{};
    sums.sources = window_places_.data();
    sums.targets = product_places_.data();
    sums.pixels = static_cast<int>(tiles.size());
    sums.runs = 1;
    sums.run_length = from_.channels;
    sums.bias = no_bias_.ptr<float>();
    sums.outputs = to_.channels;
    for (int product = 0; product < kWinogradProducts; ++product) {
      sums.source = windows_.ptr<float>() + product * window_step;
      sums.target = products_.ptr<float>() + product * step;
      sums.weights = weights_[static_cast<size_t>(product)].ptr<float>();
      kernels_.sum(sums);
    }
    for (size_t i = 0; i < tiles.size(); ++i)
      kernels_.transform_products({products_.ptr<float>() + product_places_[i], step,
                                   bias_.ptr<float>(), to_.data() + tiles[i].target, to_.row_step(),
                                   to_.channels, relu_});
  }

  const NetworkKernels& kernels_;
  const Planes& from_;
  Planes& to_;
  bool relu_;
  std::vector<cv::Mat> weights_;  // of each product
  cv::Mat bias_;
  cv::Mat no_bias_;
  cv::Mat windows_;   // [product][tile][channel]
  cv::Mat products_;  // likewise
  std::vector<int> window_places_;
  std::vector<int> product_places_;
};

}  // namespace

RunLayer convolution(const NetworkKernels& kernels, const LayerPlan& plan, const Planes& from,
                     Planes& to, int batch) {
  if (WinogradConvolution::suits(plan, from)) return WinogradConvolution(kernels, plan, from, to);
  return PlainConvolution(kernels, plan, from, to, batch);
}

}  // namespace gridlens
