#include "core/record/fit_picture.h"

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

namespace gridlens {

cv::Size encoder_size(cv::Size size) {
  return {size.width + size.width % 2, size.height + size.height % 2};
}

cv::Mat fit_picture(const cv::Mat& bgr, cv::Size size) {
  if (bgr.size() == size) return bgr;
  cv::Mat fitted;
  if (encoder_size(bgr.size()) == size) {
    cv::copyMakeBorder(bgr, fitted, 0, size.height - bgr.rows, 0, size.width - bgr.cols,
                       cv::BORDER_REPLICATE);
    return fitted;
  }
  const double scale = std::min(static_cast<double>(size.width) / bgr.cols,
                                static_cast<double>(size.height) / bgr.rows);
  const cv::Size inner{std::clamp(static_cast<int>(std::lround(bgr.cols * scale)), 1, size.width),
                       std::clamp(static_cast<int>(std::lround(bgr.rows * scale)), 1, size.height)};
  fitted = cv::Mat::zeros(size, CV_8UC3);
  const cv::Rect middle{{(size.width - inner.width) / 2, (size.height - inner.height) / 2}, inner};
  cv::resize(bgr, fitted(middle), inner, 0, 0, scale < 1 ? cv::INTER_AREA : cv::INTER_LINEAR);
  return fitted;
}

}  // namespace gridlens
