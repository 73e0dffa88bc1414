#include "app/outputs/side_by_side.h"

#include <opencv2/core.hpp>

namespace gridlens {

cv::Mat mirrored_if(bool mirror, const cv::Mat& picture) {
  if (!mirror) return picture;
  cv::Mat mirrored;
  cv::flip(picture, mirrored, 1);
  return mirrored;
}

cv::Mat side_by_side(const cv::Mat& before, const cv::Mat& after) {
  cv::Mat both;
  cv::hconcat(before, after, both);
  return both;
}

}  // namespace gridlens
