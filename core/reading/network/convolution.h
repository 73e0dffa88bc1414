#pragma once

#include <functional>
#include <opencv2/core.hpp>
#include <vector>

#include "core/reading/network/layer_plan.h"
#include "core/reading/network/network_kernels.h"
#include "core/reading/network/planes.h"

namespace gridlens {

// Weights in the order in which kernels read them: for each block of outputs and each input those
// of the block's outputs. The outputs are filled up to `outputs` with zeros.
cv::Mat pack_weights(const NetworkKernels& kernels, int inputs, int outputs,
                     const std::function<float(int output, int input)>& weight);

// A convolution, sum by sum.
class Convolution {
 public:
  // `from`, `to`: planes of `batch` samples as they will lie when run. Both stay where they are.
  Convolution(const NetworkKernels& kernels, const LayerPlan& plan, const Planes& from, Planes& to,
              int batch);
  void operator()(int samples) const;  // runs the first `samples` of the batch

 private:
  const NetworkKernels& kernels_;
  const Planes& from_;
  Planes& to_;
  int kernel_rows_;
  int run_length_;
  bool relu_;
  std::vector<int> sources_;
  std::vector<int> targets_;
  cv::Mat weights_;
  cv::Mat bias_;
};

// The bias as a row, filled up with zeros.
cv::Mat padded_bias(const LayerPlan& plan, int outputs);

}  // namespace gridlens
