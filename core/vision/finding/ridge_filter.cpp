#include "core/vision/finding/ridge_filter.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/vision/finding/noise.h"

namespace gridlens {

namespace {

constexpr int kRidgeAlongPx = 3;    // pixels to either side, along the line
constexpr int kRidgeAcrossPx = 3;   // pixels from the line to the paper beside it
constexpr double kContrast = 0.02;  // of the background's grey
constexpr double kNoises = 2.0;     // of the averages

}  // namespace

cv::Mat ridge_filter(const cv::Mat& grey) {
  constexpr int kMargin = kRidgeAlongPx + kRidgeAcrossPx + 1;
  cv::Mat wide;
  cv::copyMakeBorder(grey, wide, kMargin, kMargin, kMargin, kMargin, cv::BORDER_REPLICATE);
  wide.convertTo(wide, CV_16S);
  const cv::Size size = grey.size();
  const auto moved = [&](const cv::Mat& picture, int dx, int dy, int margin, cv::Size to) {
    return picture(cv::Rect({margin + dx, margin + dy}, to));
  };
  cv::Mat deepest = cv::Mat::zeros(size, CV_16S);
  // Four directions of lines; a line between two of them stays within a pixel over the average.
  constexpr int kDirections[4][2] = {{1, 0}, {1, 1}, {0, 1}, {-1, 1}};
  const cv::Size larger(size.width + 2 * kRidgeAcrossPx, size.height + 2 * kRidgeAcrossPx);
  for (const auto& [dx, dy] : kDirections) {
    const int reach = dx != 0 && dy != 0 ? kRidgeAlongPx - 1 : kRidgeAlongPx;
    cv::Mat sum = moved(wide, 0, 0, kMargin - kRidgeAcrossPx, larger).clone();
    for (int i = 1; i <= reach; ++i) {
      sum += moved(wide, i * dx, i * dy, kMargin - kRidgeAcrossPx, larger);
      sum += moved(wide, -i * dx, -i * dy, kMargin - kRidgeAcrossPx, larger);
    }
    const int step = dx != 0 && dy != 0 ? kRidgeAcrossPx - 1 : kRidgeAcrossPx;
    cv::Mat paper = cv::min(moved(sum, -dy * step, dx * step, kRidgeAcrossPx, size),
                            moved(sum, dy * step, -dx * step, kRidgeAcrossPx, size));
    cv::Mat depth;
    cv::subtract(paper, moved(sum, 0, 0, kRidgeAcrossPx, size), depth);
    depth.convertTo(depth, CV_16S, 16.0 / (2 * reach + 1));
    deepest = cv::max(deepest, depth);
  }
  cv::Mat background;
  cv::blur(grey, background, {15, 15}, {-1, -1}, cv::BORDER_REPLICATE);
  const Light light = light_of(grey);
  const double least = std::max(
      1.5, kNoises * light.noise_share * cv::mean(grey)[0] / std::sqrt(2.0 * kRidgeAlongPx + 1));
  cv::Mat needed;
  background.convertTo(needed, CV_16S, 16 * kContrast);
  needed = cv::max(needed, 16 * least);
  return deepest > needed;
}

}  // namespace gridlens
