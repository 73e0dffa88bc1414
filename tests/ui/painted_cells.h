#pragma once

#include <array>
#include <cmath>
#include <opencv2/core.hpp>
#include <vector>

namespace gridlens {

// The cells of a board in which two pictures of the same size differ by more than a codec's noise:
// a tint over most of the cell, or strong strokes somewhere. `corners`: TL, TR, BR, BL, pixels of a
// board that lies flat. Row-major, rising. The lines around the cells are left out.
inline std::vector<int> painted_cells(const cv::Mat& a, const cv::Mat& b,
                                      const std::array<cv::Point2d, 4>& corners, int n) {
  constexpr double kRim = 0.12;  // cells: the board's outline lies inside its border
  constexpr int kTint = 11, kStroke = 60;
  std::vector<int> painted;
  for (int cell = 0; cell < n * n; ++cell) {
    int seen = 0, tinted = 0, strokes = 0;
    const double side = std::hypot(corners[1].x - corners[0].x, corners[1].y - corners[0].y) / n;
    const int steps = static_cast<int>(side);
    for (int v = 0; v < steps; ++v)
      for (int u = 0; u < steps; ++u) {
        const double x = (cell % n + kRim + (1 - 2 * kRim) * u / steps) / n;
        const double y = (cell / n + kRim + (1 - 2 * kRim) * v / steps) / n;
        const cv::Point2d at = corners[0] * ((1 - x) * (1 - y)) + corners[1] * (x * (1 - y)) +
                               corners[2] * (x * y) + corners[3] * ((1 - x) * y);
        const auto &p = a.at<cv::Vec3b>(at), &q = b.at<cv::Vec3b>(at);
        int most = 0;
        for (int channel = 0; channel < 3; ++channel)
          most = std::max(most, std::abs(p[channel] - q[channel]));
        ++seen;
        tinted += most > kTint;
        strokes += most > kStroke;
      }
    if (tinted > seen / 2 || strokes * 400 > seen) painted.push_back(cell);
  }
  return painted;
}

}  // namespace gridlens
