#pragma once

#include <opencv2/dnn/layer.hpp>

#include "core/reading/network/network_kernels.h"

namespace gridlens {

// A fully connected layer for cv::dnn with the given inner loop. Null where it does not
// fit: it wants fixed 32-bit weights and samples that are rows.
cv::Ptr<cv::dnn::Layer> make_fully_connected(const cv::dnn::LayerParams& params,
                                             const FullyConnectedKernel& kernel);

}  // namespace gridlens
