#include "core/vision/drawn_board.h"

#include <algorithm>
#include <cmath>

namespace gridlens {

namespace {

// A side ends so far from the row or column it begins in. Drawn lines are fitted to a tenth of a
// pixel, rounded tiles to half a pixel.
constexpr double kMostAskewPx = 0.7;
constexpr double kMostAskewShare = 0.002;  // of the side

}  // namespace

std::optional<int> turns_along_picture(const Quad& quad) {
  const auto lengths = quad.side_lengths_px();
  for (size_t i = 0; i < 4; ++i) {
    const cv::Point2d way = quad.corners[(i + 1) % 4] - quad.corners[i];
    const double askew = std::min(std::abs(way.x), std::abs(way.y));
    if (askew > std::min(kMostAskewPx, kMostAskewShare * lengths[i])) return std::nullopt;
  }
  int first = 0;
  const auto near_origin = [&](int i) {
    const cv::Point2d& corner = quad.corners[static_cast<size_t>(i)];
    return corner.x + corner.y;
  };
  for (int i = 1; i < 4; ++i)
    if (near_origin(i) < near_origin(first)) first = i;
  return first;
}

}  // namespace gridlens
