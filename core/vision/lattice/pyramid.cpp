#include "core/vision/lattice/pyramid.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>

namespace gridlens {

GreyPyramid::GreyPyramid(const cv::Mat& grey, int max_levels, int min_side_px)
    : levels_(std::make_shared<std::vector<Level>>()) {
  CV_Assert(grey.type() == CV_8UC1);
  levels_->push_back({LinePicture(grey), {}});
  while (levels() < max_levels) {
    const cv::Mat finer = levels_->back().positive;
    if (std::min(finer.rows, finer.cols) / 2 < min_side_px) break;
    // An even source keeps the halving exact; an odd last row or column is left out.
    const cv::Mat even = finer(cv::Rect(0, 0, finer.cols & ~1, finer.rows & ~1));
    cv::Mat half;
    cv::resize(even, half, {even.cols / 2, even.rows / 2}, 0, 0, cv::INTER_AREA);
    levels_->push_back({LinePicture(half), {}});
  }
}

const LinePicture& GreyPyramid::level(int l) const {
  Level& its = (*levels_)[static_cast<std::size_t>(l)];
  if (!negative_) return its.positive;
  if (!its.negative) its.negative.emplace(~its.positive.grey, true);
  return *its.negative;
}

GreyPyramid GreyPyramid::with_dark_lines(bool light_on_dark) const {
  GreyPyramid out = *this;
  out.negative_ = light_on_dark;
  return out;
}

Homography GreyPyramid::level_from_full(int l) {
  const double s = 1.0 / (1 << l);
  const double t = 0.5 * s - 0.5;
  return Homography(cv::Matx33d(s, 0, t, 0, s, t, 0, 0, 1));
}

Homography GreyPyramid::full_from_level(int l) {
  const double s = 1 << l;
  const double t = 0.5 * s - 0.5;
  return Homography(cv::Matx33d(s, 0, t, 0, s, t, 0, 0, 1));
}

int GreyPyramid::level_for(double full_px, double wanted_px) const {
  int l = 0;
  while (l + 1 < levels() && full_px / (2 << l) >= wanted_px) ++l;
  return l;
}

}  // namespace gridlens
