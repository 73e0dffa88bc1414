#pragma once

#include <opencv2/core/mat.hpp>
#include <opencv2/core/matx.hpp>
#include <opencv2/core/types.hpp>
#include <vector>

#include "tests/simulator/random.h"
#include "tests/simulator/scene.h"

namespace gridlens::generator {

// A flat thing's picture for any distance. Made once, then only read.
class Texture {
 public:
  // `premultiplied`: CV_32FC4, BGR linear light (paper white is about 0.9) times coverage, and
  // coverage. `origin`: where the thing's own point (0, 0) lies, in its pixels.
  explicit Texture(const cv::Mat& premultiplied, cv::Point2d origin = {});

  struct Level {
    cv::Mat
        coded;  // CV_8UC4: 255 times the square root of light times coverage; 255 times coverage
    cv::Rect full;                 // all of it covers fully; empty where no such part is known
    cv::Matx33d level_from_thing;  // pixels of this level from the thing's own coordinates
  };
  // The coarsest level with at least 1.1 pixels a pixel of the film; the finest where none has.
  [[nodiscard]] const Level& level_for(double film_pixels_a_unit) const;

  [[nodiscard]] cv::Rect2d area() const;  // in the thing's own coordinates, shadows included

  // Is a point of the thing covered by more than half? At all of it?
  [[nodiscard]] bool covers(cv::Point2d point) const { return coverage(point) > 0.5f; }
  [[nodiscard]] bool covers_fully(cv::Point2d point) const { return coverage(point) > 0.999f; }

 private:
  [[nodiscard]] float coverage(cv::Point2d point) const;

  cv::Point2d origin_;
  std::vector<Level> levels_;
};

// A sheet of paper or a display: `bgr` (CV_8UC3 sRGB) with a soft shadow around it. Its own
// coordinates are the pixels of `bgr`.
Texture sheet_texture(const cv::Mat& bgr, double shadow_px);

// A desk top of `size`, to be repeated by reflection. (0, 0) is its middle.
Texture desk_texture(cv::Size size, Desk kind, Random& random);

}  // namespace gridlens::generator
