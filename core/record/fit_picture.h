#pragma once

#include <opencv2/core/mat.hpp>
#include <opencv2/core/types.hpp>

namespace gridlens {

// The size a video encoder takes for pictures of `size`: odd sides grow by one pixel.
cv::Size encoder_size(cv::Size size);

// `bgr` (CV_8UC3) as a picture of exactly `size`. One row or column too few is padded by repeating
// the last one; any other size is scaled to fit, keeping its shape, on black.
cv::Mat fit_picture(const cv::Mat& bgr, cv::Size size);

}  // namespace gridlens
