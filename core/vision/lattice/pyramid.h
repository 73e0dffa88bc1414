#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "core/image/homography.h"

namespace gridlens {

// A grey picture at full size and halved again and again (area averages). Level l is the picture
// divided by 2^l; level 0 shares the caller's pixels.
class GreyPyramid {
 public:
  // `image`: CV_8UC1 or CV_8UC3 BGR. Levels are made while the shorter side stays >= min_side_px.
  explicit GreyPyramid(const cv::Mat& image, int max_levels = 4, int min_side_px = 60);

  [[nodiscard]] int levels() const { return static_cast<int>(pictures_.size()); }
  [[nodiscard]] const cv::Mat& level(int l) const { return pictures_[l]; }

  // Pixels of level 0 to pixels of level l (integers are pixel centres on both).
  [[nodiscard]] static Homography level_from_full(int l);
  [[nodiscard]] static Homography full_from_level(int l);

  // The coarsest level on which a length of `full_px` is still at least `wanted_px` long.
  [[nodiscard]] int level_for(double full_px, double wanted_px) const;

 private:
  std::vector<cv::Mat> pictures_;
};

}  // namespace gridlens
