#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

namespace gridlens::generator {

// A finger or a pen over the page: a rounded bar in picture pixels, from its tip to where it leaves
// the picture.
struct Occluder {
  cv::Point2d tip, root;
  double radius_px = 30;
  bool pen = false;  // else a finger

  [[nodiscard]] bool covers(cv::Point2d point) const;
};

// Paints it over the light (CV_32FC3 linear), with its shadow.
void paint_occluder(cv::Mat& light, const Occluder& occluder);

}  // namespace gridlens::generator
