#pragma once

#include <opencv2/dnn/layer.hpp>

#include "core/reading/network/network_kernels.h"

namespace gridlens {

// A pooling layer for cv::dnn with the given inner loop: maxima of 2 x 2 values. Null for any other
// pooling.
cv::Ptr<cv::dnn::Layer> make_max_pool_2x2(const cv::dnn::LayerParams& params,
                                          const PoolingKernel& kernel);

}  // namespace gridlens
