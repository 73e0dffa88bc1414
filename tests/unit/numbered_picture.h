#pragma once

#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>

namespace gridlens {

// A picture that carries `number` (below 65536) as 16 dark or bright blocks, the lowest bit first,
// over a smooth background; survives lossy video.
inline cv::Mat numbered_picture(int number, cv::Size size = {320, 240}) {
  cv::Mat bgr(size, CV_8UC3);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x)
      bgr.at<cv::Vec3b>(y, x) = {static_cast<uchar>(60 + 100 * x / size.width),
                                 static_cast<uchar>(60 + 100 * y / size.height), 120};
  const int side = size.width / 16;
  for (int bit = 0; bit < 16; ++bit)
    cv::rectangle(bgr, cv::Rect(bit * side, 0, side, side),
                  (number >> bit & 1) != 0 ? cv::Scalar::all(235) : cv::Scalar::all(20),
                  cv::FILLED);
  return bgr;
}

inline int number_of(const cv::Mat& bgr) {
  const int side = bgr.cols / 16;
  int number = 0;
  for (int bit = 0; bit < 16; ++bit) {
    const cv::Rect middle(bit * side + side / 4, side / 4, side / 2, side / 2);
    if (cv::mean(bgr(middle))[1] > 128) number |= 1 << bit;
  }
  return number;
}

}  // namespace gridlens
