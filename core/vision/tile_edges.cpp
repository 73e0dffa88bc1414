#include "core/vision/tile_edges.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "core/vision/noise.h"

namespace gridlens {

namespace {

// Both rims of a gap of a few pixels grow into one line.
constexpr int kReachPx = 5;
constexpr double kFullContrast = 0.25;  // of an edge that becomes black
constexpr double kDrawnNoise = 0.001;   // share of the mean grey: cameras have ten times that

}  // namespace

cv::Mat tile_edges(const cv::Mat& grey) {
  const cv::Mat window = cv::Mat::ones(kReachPx, kReachPx, CV_8U);
  cv::Mat highest, lowest;
  cv::dilate(grey, highest, window);
  cv::erode(grey, lowest, window);
  cv::Mat out(grey.size(), CV_8U);
  for (int y = 0; y < grey.rows; ++y) {
    const std::uint8_t* high = highest.ptr(y);
    const std::uint8_t* low = lowest.ptr(y);
    std::uint8_t* to = out.ptr(y);
    for (int x = 0; x < grey.cols; ++x) {
      const double contrast = static_cast<double>(high[x] - low[x]) / (high[x] + 24.0);
      to[x] = static_cast<std::uint8_t>(255 - 215 * std::min(1.0, contrast / kFullContrast));
    }
  }
  return out;
}

bool is_drawn(const cv::Mat& grey) {
  return light_of(grey).noise_share < kDrawnNoise;
}

}  // namespace gridlens
