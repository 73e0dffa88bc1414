#pragma once

#include <opencv2/core.hpp>

#include "core/reading/network/network_kernels.h"

namespace gridlens {

// What lies between two layers: square planes of several samples, the channels of a pixel side by
// side.
struct Planes {
  int side = 0;
  int channels = 0;  // a multiple of kChannelStep, but for the network's input
  int border = 0;    // zeros around, which the next layer reads
  cv::Mat values = {};

  [[nodiscard]] int row_step() const { return (side + 2 * border) * channels; }
  [[nodiscard]] int sample_step() const { return (side + 2 * border) * row_step(); }
  [[nodiscard]] int place(int sample, int row, int column) const {
    return sample * sample_step() + (row + border) * row_step() + (column + border) * channels;
  }
  [[nodiscard]] float* data() { return values.ptr<float>(); }
  [[nodiscard]] const float* data() const { return values.ptr<float>(); }
  void allocate(int samples) { values = cv::Mat::zeros(1, samples * sample_step(), CV_32F); }
};

}  // namespace gridlens
