#pragma once

#include <opencv2/core/mat.hpp>
#include <string>

#include "tests/simulator/font.h"

namespace gridlens::generator {

struct Colour {  // sRGB, 0..255
  double red = 0, green = 0, blue = 0;

  friend bool operator==(const Colour&, const Colour&) = default;
};
Colour mix(Colour a, Colour b, double share_of_b);

// A page under the pen. Coordinates are pixels with integer pixel centres; edges may lie anywhere
// and are drawn with their exact coverage.
class Canvas {
 public:
  Canvas(cv::Size size_px, Colour paper);

  void fill_rect(double left, double top, double right, double bottom, Colour colour,
                 double opacity = 1);
  // Straight horizontal or vertical line with butt ends.
  void rule(cv::Point2d from, cv::Point2d to, double width_px, Colour colour, double opacity = 1);
  // As `rule`, but dots of `width_px` every `period_px`.
  void dotted_rule(cv::Point2d from, cv::Point2d to, double width_px, double period_px,
                   Colour colour);
  // A line in any direction.
  void stroke(cv::Point2d from, cv::Point2d to, double width_px, Colour colour, double opacity = 1);
  void ring(cv::Point2d centre, double radius_px, double width_px, Colour colour);
  void disc(cv::Point2d centre, double radius_px, Colour colour, double opacity = 1);
  void text(const TextMask& mask, Colour colour, double opacity = 1);

  [[nodiscard]] const cv::Mat& bgr() const { return bgr_; }
  [[nodiscard]] cv::Mat& bgr() { return bgr_; }
  [[nodiscard]] cv::Rect2d area() const { return {0, 0, double(bgr_.cols), double(bgr_.rows)}; }

 private:
  void blend(int x, int y, Colour colour, double share);
  cv::Mat bgr_;  // CV_8UC3
};

}  // namespace gridlens::generator
