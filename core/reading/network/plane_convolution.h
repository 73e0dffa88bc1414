#pragma once

#include <opencv2/dnn/layer.hpp>

#include "core/reading/network/network_kernels.h"

namespace gridlens {

// A convolution layer for cv::dnn with the given inner loop, for planes of any size but meant for
// small ones. Null where it does not fit: it wants a square, odd kernel, stride 1 or 2, as much
// padding as keeps the size (over the stride), one group, and 32-bit weights.
cv::Ptr<cv::dnn::Layer> make_plane_convolution(const cv::dnn::LayerParams& params,
                                               const ConvolutionKernel& kernel);

}  // namespace gridlens
