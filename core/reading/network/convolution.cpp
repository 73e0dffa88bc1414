#include "core/reading/network/convolution.h"

#include <algorithm>

namespace gridlens {

cv::Mat pack_weights(const NetworkKernels& kernels, int inputs, int outputs,
                     const std::function<float(int, int)>& weight) {
  cv::Mat packed(1, inputs * outputs, CV_32F);
  auto* value = packed.ptr<float>();
  for (int first = 0; first < outputs; first += kernels.block)
    for (int input = 0; input < inputs; ++input)
      for (int output = first; output < std::min(first + kernels.block, outputs); ++output)
        *value++ = weight(output, input);
  return packed;
}

cv::Mat padded_bias(const LayerPlan& plan, int outputs) {
  cv::Mat bias = cv::Mat::zeros(1, outputs, CV_32F);
  std::copy_n(plan.bias.ptr<float>(), plan.bias.total(), bias.ptr<float>());
  return bias;
}

Convolution::Convolution(const NetworkKernels& kernels, const LayerPlan& plan, const Planes& from,
                         Planes& to, int batch)
    : kernels_(kernels),
      from_(from),
      to_(to),
      kernel_rows_(plan.kernel_rows),
      run_length_(plan.kernel_columns * from.channels),
      relu_(plan.relu),
      bias_(padded_bias(plan, to.channels)) {
  for (int sample = 0; sample < batch; ++sample)
    for (int y = 0; y < to.rows; ++y)
      for (int x = 0; x < to.columns; ++x) {
        sources_.push_back(
            from.place(sample, y * plan.stride - plan.border, x * plan.stride - plan.border));
        targets_.push_back(to.place(sample, y, x));
      }
  weights_ =
      pack_weights(kernels, kernel_rows_ * run_length_, to.channels, [&](int output, int input) {
        const int channel = input % from.channels;
        const int tap = input / from.channels;  // row by row, as in the plan
        if (output >= plan.weights.rows || channel >= plan.channels) return 0.0F;
        const int taps = plan.kernel_rows * plan.kernel_columns;
        return plan.weights.at<float>(output, channel * taps + tap);
      });
}

void Convolution::operator()(int samples) const {
  WeightedSums sums{};
  sums.source = from_.data();
  sums.target = to_.data();
  sums.sources = sources_.data();
  sums.targets = targets_.data();
  sums.pixels = samples * to_.rows * to_.columns;
  sums.runs = kernel_rows_;
  sums.run_length = run_length_;
  sums.run_step = from_.row_step();
  sums.weights = weights_.ptr<float>();
  sums.bias = bias_.ptr<float>();
  sums.outputs = to_.channels;
  sums.relu = relu_;
  kernels_.sum(sums);
}

}  // namespace gridlens
