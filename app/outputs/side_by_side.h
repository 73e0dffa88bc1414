#pragma once

#include <opencv2/core/mat.hpp>

namespace gridlens {

// The picture itself, or a mirrored copy.
cv::Mat mirrored_if(bool mirror, const cv::Mat& picture);

// `before` at the left and `after` at the right: CV_8UC3, of the same size.
cv::Mat side_by_side(const cv::Mat& before, const cv::Mat& after);

}  // namespace gridlens
