#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "core/reading/network/network_kernels.h"

namespace gridlens {

// Convolution with kernels of 3 x 3, stride 1 and one pixel of padding, for many samples at a time:
// 4 x 4 outputs of a plane take 36 products instead of 144 (minimal filtering: Winograd,
// "Arithmetic complexity of computations", 1980; for networks Lavin and Gray, "Fast algorithms for
// convolutional neural networks", 2016). Differs from the plain sum in the sixth digit.
class MinimalFilter {
 public:
  static constexpr int kKernel = 3;

  // `weights`: outputs x channels x 3 x 3, CV_32F; `bias`: one an output, or more.
  MinimalFilter(const MinimalKernels& kernels, const cv::Mat& weights, std::vector<float> bias);

  // Works out the first samples of `from` (samples x channels x rows x columns, CV_32F, `to`
  // likewise) and says how many: by sixteens, and the rest if there are enough of them.
  int run(const cv::Mat& from, cv::Mat& to, bool relu);

 private:
  // Tiles of 16 samples each that are multiplied at once.
  static constexpr int kAtOnce = 2;
  static constexpr int kLanes = kAtOnce * MinimalTile::kSamples;

  struct Place {
    int first_sample = 0;
    int samples = 0;
    const float* side_by_side = nullptr;  // the samples' planes
    int row = 0;                          // of the tile's first output
    int column = 0;
  };

  void lay_out_weights(const cv::Mat& weights);
  void spread(const Place& place, int slot);
  void multiply();
  void gather(const Place& place, int slot, cv::Mat& to, bool relu) const;

  const MinimalKernels& kernels_;
  int outputs_;
  int channels_;
  int rows_ = 0;
  int columns_ = 0;
  std::vector<float> weights_;  // [product][block][channel][output of the block]
  std::vector<float> bias_;
  std::vector<float> no_bias_;
  std::vector<float> side_by_side_;
  std::vector<float> zeros_;
  std::vector<float> windows_;   // [product][channel][lane]
  std::vector<float> products_;  // [product][output][lane]
};

}  // namespace gridlens
