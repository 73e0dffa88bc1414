#pragma once

#include <cmath>
#include <cstdint>
#include <memory>
#include <opencv2/core/mat.hpp>
#include <optional>
#include <utility>
#include <vector>

#include "core/image/homography.h"

namespace gridlens {

// A grey picture (CV_8UC1) in which lines are darker than their background. Where a board's lines
// are lighter, this is the negative of what was taken.
struct LinePicture {
  cv::Mat grey;
  bool negative = false;

  explicit LinePicture(cv::Mat picture, bool is_negative = false)
      : grey(std::move(picture)), negative(is_negative) {}
  operator const cv::Mat&() const { return grey; }  // most rules need no more
};

// A pixel of a picture (CV_8UC1); nullopt outside.
inline std::optional<std::uint8_t> grey_at(const cv::Mat& grey, cv::Point at) {
  if (!at.inside(cv::Rect({}, grey.size()))) return std::nullopt;
  return grey.at<std::uint8_t>(at);
}

// The pixel nearest to a place. (A cv::Point made of it rounds halves to even numbers.)
inline std::optional<std::uint8_t> nearest_grey(const cv::Mat& grey, cv::Point2d at) {
  return grey_at(grey, {static_cast<int>(std::lround(at.x)), static_cast<int>(std::lround(at.y))});
}

// A cell's side on the level where lines are fitted last and weighed.
inline constexpr double kFineCellPx = 40;

// A grey picture at full size and halved again and again (area averages). Level l is the picture
// divided by 2^l; level 0 shares the caller's pixels. Copies share their pictures; one thread at a
// time.
class GreyPyramid {
 public:
  // `grey`: CV_8UC1. Levels are made while the shorter side stays >= min_side_px.
  explicit GreyPyramid(const cv::Mat& grey, int max_levels = 4, int min_side_px = 60);

  [[nodiscard]] int levels() const { return static_cast<int>(levels_->size()); }
  [[nodiscard]] const LinePicture& level(int l) const;

  // The pyramid in which a board's lines are dark. Each level of the negative is made once, when it
  // is first asked for.
  [[nodiscard]] GreyPyramid with_dark_lines(bool light_on_dark) const;
  [[nodiscard]] GreyPyramid positive() const { return with_dark_lines(false); }
  [[nodiscard]] GreyPyramid negative() const { return with_dark_lines(true); }
  [[nodiscard]] bool is_negative() const { return negative_; }

  // Pixels of level 0 to pixels of level l (integers are pixel centres on both).
  [[nodiscard]] static Homography level_from_full(int l);
  [[nodiscard]] static Homography full_from_level(int l);

  // The coarsest level on which a length of `full_px` is still at least `wanted_px` long.
  [[nodiscard]] int level_for(double full_px, double wanted_px) const;

 private:
  struct Level {
    LinePicture positive;
    std::optional<LinePicture> negative;
  };
  std::shared_ptr<std::vector<Level>> levels_;
  bool negative_ = false;
};

}  // namespace gridlens
