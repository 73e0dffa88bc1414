#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "core/reading/network/aligned_floats.h"
#include "core/reading/network/batch_layout.h"
#include "core/reading/network/network_kernels.h"

namespace gridlens {

// Convolution of samples that lie side by side (BatchLayout), tap by tap, 16 samples at a time. The
// kernel is square and odd, with as much padding as keeps the size (over the stride).
class GroupConvolution {
 public:
  // `weights`: outputs x channels x kernel x kernel, CV_32F; `bias`: one an output, or more.
  GroupConvolution(const GroupKernels& kernels, const cv::Mat& weights,
                   const std::vector<float>& bias, int stride);

  // Works out the groups of a batch (CV_32F, samples x channels x rows x columns).
  void run(const cv::Mat& from, cv::Mat& to, const BatchLayout& layout, bool relu);

 private:
  void plan(int input_rows, int input_columns);
  void pad(const float* from);

  const GroupKernels& kernels_;
  int outputs_;
  int channels_;
  int kernel_;
  int stride_;
  std::vector<float> weights_;  // [block][channel][tap][output of the block]
  std::vector<float> bias_;     // of whole blocks
  int input_rows_ = 0;
  int input_columns_ = 0;
  std::vector<int> taps_;
  AlignedFloats padded_;
};

// Lays out a layer's weights for the inner loops: [block][channel][tap][output of the block].
// `weights`: outputs x channels, or outputs x channels x kernel x kernel.
std::vector<float> weights_in_blocks(const cv::Mat& weights, int block);

// As many as whole blocks of outputs want, zeros behind.
std::vector<float> bias_in_blocks(std::vector<float> bias, int outputs, int block);

}  // namespace gridlens
