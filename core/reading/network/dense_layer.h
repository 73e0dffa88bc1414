#pragma once

#include <opencv2/dnn/layer.hpp>

#include "core/reading/network/network_kernels.h"

namespace gridlens {

// A dense ("inner product") layer for cv::dnn with the given inner loop. Null where it does not
// fit: it wants fixed 32-bit weights and samples that are rows.
cv::Ptr<cv::dnn::Layer> make_dense_layer(const cv::dnn::LayerParams& params,
                                         const DenseKernel& kernel);

}  // namespace gridlens
