#pragma once

#include <opencv2/core/mat.hpp>
#include <optional>

namespace gridlens {

// One symbol, measured in the picture of its cell (CV_8UC3, a square).
struct SymbolBox {
  double left = 0, top = 0, right = 0, bottom = 0;  // of the ink, shares of the side
  double stroke = 0;                                // twice the area over the outline's length
  double softness = 0;
  cv::Vec3f ink, background;  // BGR 0..255
};
std::optional<SymbolBox> measure_symbol(const cv::Mat& cell_bgr);

// Per channel, the level (0..255) that `share` of the pixels of a CV_8UC3 picture lie below.
cv::Vec3f colour_at(const cv::Mat& picture, double share);

}  // namespace gridlens
