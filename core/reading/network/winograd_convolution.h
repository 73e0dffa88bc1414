#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "core/reading/network/aligned_floats.h"
#include "core/reading/network/batch_layout.h"
#include "core/reading/network/network_kernels.h"

namespace gridlens {

// Convolution with kernels of 3 x 3, stride 1 and one pixel of padding, of samples that lie side by
// side. By Winograd's minimal filtering 4 x 4 outputs of a plane take 36 products instead of 144
// (Winograd, "Arithmetic complexity of computations", 1980). For networks see Lavin and Gray, "Fast
// algorithms for convolutional neural networks", 2016. Differs from the plain sum in the sixth
// digit.
class WinogradConvolution {
 public:
  static constexpr int kKernel = 3;

  // `weights`: outputs x channels x 3 x 3, CV_32F; `bias`: one an output, or more.
  WinogradConvolution(const GroupKernels& kernels, const cv::Mat& weights, std::vector<float> bias);

  // Works out the groups of a batch (CV_32F, samples x channels x rows x columns, `to` likewise).
  void run(const cv::Mat& from, cv::Mat& to, const BatchLayout& layout, bool relu);

 private:
  // Values that are multiplied at once: two tiles of 16 samples each, or four of 8.
  static constexpr int kLanes = 2 * WinogradTile::kSamples;

  // From one product to the next: not a power of two, or all 36 of them would contend for the same
  // few lines of the cache.
  [[nodiscard]] static long stride(int planes) {
    return static_cast<long>(planes) * kLanes + WinogradTile::kSamples;
  }

  struct Place {
    const float* source = nullptr;  // its group's planes
    float* target = nullptr;
    int lanes = 0;
    int first_lane = 0;  // of those multiplied at once
    int row = 0;         // of the tile's first output
    int column = 0;
  };

  void lay_out_weights(const cv::Mat& weights);
  void spread(const Place& place);
  void multiply(int lanes);
  void gather(const Place& place, bool relu) const;

  const GroupKernels& kernels_;
  int outputs_;
  int channels_;
  int rows_ = 0;
  int columns_ = 0;
  std::vector<float> weights_;  // [product][block][channel][output of the block]
  std::vector<float> bias_;
  std::vector<float> no_bias_;
  AlignedFloats zeros_;
  AlignedFloats windows_;   // [product][channel][lane]
  AlignedFloats products_;  // [product][output][lane]
};

}  // namespace gridlens
