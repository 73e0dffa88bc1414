#include "tests/simulator/occluder.h"

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>

namespace gridlens::generator {
namespace {

// Distance to the bar's axis, its sign telling the side, and how far along (0 at the tip).
struct Place {
  double distance, side, along_px;
};
Place place_of(const Occluder& bar, cv::Point2d point) {
  const cv::Point2d axis = bar.root - bar.tip;
  const double length = std::sqrt(axis.dot(axis));
  const cv::Point2d unit = axis * (1 / length), from = point - bar.tip;
  const double along = std::clamp(from.dot(unit), 0.0, length);
  const cv::Point2d off = from - unit * along;
  return {std::sqrt(off.dot(off)), unit.cross(from), along};
}

}  // namespace

bool Occluder::covers(cv::Point2d point) const {
  return place_of(*this, point).distance <= radius_px;
}

void paint_occluder(cv::Mat& light, const Occluder& bar) {
  const double r = bar.radius_px;
  Occluder shadow = bar;
  shadow.tip += cv::Point2d(r * 0.5, r * 0.7), shadow.root += cv::Point2d(r * 0.5, r * 0.7);
  for (int y = 0; y < light.rows; ++y) {
    auto* pixel = light.ptr<cv::Vec3f>(y);
    for (int x = 0; x < light.cols; ++x) {
      const cv::Point2d at(x, y);
      const Place dark = place_of(shadow, at);
      if (dark.distance < 1.6 * r)
        pixel[x] *=
            1 - 0.35f * static_cast<float>(std::clamp((1.6 * r - dark.distance) / r, 0.0, 1.0));
      const Place here = place_of(bar, at);
      const auto share = static_cast<float>(std::clamp((r + 0.7 - here.distance) / 1.4, 0.0, 1.0));
      if (share <= 0) continue;
      const double round = std::sqrt(std::max(0.05, 1 - std::pow(here.distance / r, 2)));
      const auto shade = static_cast<float>((0.55 + 0.45 * round) * (1 - 0.12 * here.side / r));
      cv::Vec3f colour = cv::Vec3f(0.19f, 0.29f, 0.52f) * shade;
      if (bar.pen) {
        const bool point = here.along_px < 2.5 * r;
        colour =
            point ? cv::Vec3f(0.6f, 0.6f, 0.6f) * shade : cv::Vec3f(0.35f, 0.08f, 0.03f) * shade;
      } else if (here.along_px < r * 0.8 && here.distance < r * 0.62) {
        colour = cv::Vec3f(0.36f, 0.42f, 0.62f) * shade;  // the nail
      }
      pixel[x] = pixel[x] * (1 - share) + colour * share;
    }
  }
}

}  // namespace gridlens::generator
