#include "tests/simulator/canvas.h"

#include <algorithm>
#include <cmath>

namespace gridlens::generator {

Colour mix(Colour a, Colour b, double share_of_b) {
  const double s = share_of_b;
  return {a.red + (b.red - a.red) * s, a.green + (b.green - a.green) * s,
          a.blue + (b.blue - a.blue) * s};
}

Canvas::Canvas(cv::Size size_px, Colour paper)
    : bgr_(size_px, CV_8UC3, cv::Scalar(paper.blue, paper.green, paper.red)) {}

void Canvas::blend(int x, int y, Colour colour, double share) {
  if (x < 0 || y < 0 || x >= bgr_.cols || y >= bgr_.rows || share <= 0) return;
  auto& pixel = bgr_.at<cv::Vec3b>(y, x);
  const double ink[3] = {colour.blue, colour.green, colour.red};
  for (int i = 0; i < 3; ++i)
    pixel[i] = static_cast<std::uint8_t>(pixel[i] + (ink[i] - pixel[i]) * share + 0.5);
}

void Canvas::fill_rect(double left, double top, double right, double bottom, Colour colour,
                       double opacity) {
  const int x0 = std::max(0, int(std::floor(left + 0.5))),
            y0 = std::max(0, int(std::floor(top + 0.5)));
  const int x1 = std::min(bgr_.cols - 1, int(std::floor(right + 0.5)));
  const int y1 = std::min(bgr_.rows - 1, int(std::floor(bottom + 0.5)));
  for (int y = y0; y <= y1; ++y) {
    const double covered_y = std::min(bottom, y + 0.5) - std::max(top, y - 0.5);
    for (int x = x0; x <= x1; ++x) {
      const double covered_x = std::min(right, x + 0.5) - std::max(left, x - 0.5);
      blend(x, y, colour, opacity * std::max(0.0, covered_x) * std::max(0.0, covered_y));
    }
  }
}

void Canvas::rule(cv::Point2d from, cv::Point2d to, double width_px, Colour colour,
                  double opacity) {
  const double half = width_px / 2;
  if (from.y == to.y)
    fill_rect(std::min(from.x, to.x), from.y - half, std::max(from.x, to.x), from.y + half, colour,
              opacity);
  else
    fill_rect(from.x - half, std::min(from.y, to.y), from.x + half, std::max(from.y, to.y), colour,
              opacity);
}

void Canvas::dotted_rule(cv::Point2d from, cv::Point2d to, double width_px, double period_px,
                         Colour colour) {
  const cv::Point2d way = to - from;
  const double length = std::hypot(way.x, way.y);
  const int dots = std::max(1, int(length / period_px));
  for (int i = 0; i <= dots; ++i) disc(from + way * (double(i) / dots), width_px / 2, colour);
}

void Canvas::stroke(cv::Point2d from, cv::Point2d to, double width_px, Colour colour,
                    double opacity) {
  const double half = width_px / 2;
  const cv::Point2d way = to - from;
  const double length = std::max(1e-9, std::hypot(way.x, way.y));
  for (int y = int(std::floor(std::min(from.y, to.y) - half - 1));
       y <= int(std::ceil(std::max(from.y, to.y) + half + 1)); ++y)
    for (int x = int(std::floor(std::min(from.x, to.x) - half - 1));
         x <= int(std::ceil(std::max(from.x, to.x) + half + 1)); ++x) {
      const cv::Point2d off = cv::Point2d(x, y) - from;
      const double along = std::clamp(off.ddot(way) / length, 0.0, length);
      const cv::Point2d aside = off - way * (along / length);
      const double inside = half + 0.5 - std::hypot(aside.x, aside.y);
      blend(x, y, colour, opacity * std::clamp(inside, 0.0, 1.0));
    }
}

void Canvas::ring(cv::Point2d centre, double radius_px, double width_px, Colour colour) {
  const double reach = radius_px + width_px + 1;
  for (int y = int(std::floor(centre.y - reach)); y <= int(std::ceil(centre.y + reach)); ++y)
    for (int x = int(std::floor(centre.x - reach)); x <= int(std::ceil(centre.x + reach)); ++x) {
      const double off = std::abs(std::hypot(x - centre.x, y - centre.y) - radius_px);
      blend(x, y, colour, std::clamp(width_px / 2 + 0.5 - off, 0.0, 1.0));
    }
}

void Canvas::disc(cv::Point2d centre, double radius_px, Colour colour, double opacity) {
  const int x0 = int(std::floor(centre.x - radius_px - 1)),
            x1 = int(std::ceil(centre.x + radius_px + 1));
  const int y0 = int(std::floor(centre.y - radius_px - 1)),
            y1 = int(std::ceil(centre.y + radius_px + 1));
  // Thin dots have less than a pixel of ink: keep the area right.
  const double thin = std::min(1.0, 2 * radius_px);
  const double radius = std::max(radius_px, 0.5);
  for (int y = y0; y <= y1; ++y)
    for (int x = x0; x <= x1; ++x) {
      const double inside = radius + 0.5 - std::hypot(x - centre.x, y - centre.y);
      blend(x, y, colour, opacity * thin * thin * std::clamp(inside, 0.0, 1.0));
    }
}

void Canvas::text(const TextMask& mask, Colour colour, double opacity) {
  for (int y = 0; y < mask.coverage.rows; ++y)
    for (int x = 0; x < mask.coverage.cols; ++x) {
      const int coverage = mask.coverage.at<std::uint8_t>(y, x);
      if (coverage > 0)
        blend(mask.origin.x + x, mask.origin.y + y, colour, opacity * coverage / 255.0);
    }
}

}  // namespace gridlens::generator
