#pragma once

#include <opencv2/core/mat.hpp>

#include "core/image/homography.h"
#include "core/vision/lattice/pyramid.h"

namespace gridlens {

// A board small and square on, to be compared with other frames'.
struct AppearanceTemplate {
  cv::Mat grey;    // CV_8UC1
  cv::Mat inside;  // CV_8UC1, 0 where it lies outside the picture; empty: all is inside
};

// How well two looks of one size agree where both lie in the picture: correlation, -1..1.
double likeness(const AppearanceTemplate& a, const AppearanceTemplate& b);

// One frame cut to the surroundings of a predicted board, so that its pyramid costs little. Borrows
// the frame's pixels. Homographies map to pixels of the whole frame.
class BoardCutout {
 public:
  static constexpr int kLeastSidePx = 24;  // of the cut

  BoardCutout(const cv::Mat& grey, const cv::Rect& cut)
      : cut_(cut), pyramid_(grey(cut), 4, kLeastSidePx) {}

  [[nodiscard]] const GreyPyramid& pyramid() const { return pyramid_; }
  [[nodiscard]] Homography level_from_image(int level) const;
  [[nodiscard]] Homography image_from_level(int level) const;

  // The board of n cells a side, square on, `cell_px` a cell and `margin_px` around it; the
  // border's pixels go on where it leaves the cut.
  [[nodiscard]] cv::Mat square_on(const Homography& image_from_board, int n, double cell_px,
                                  int margin_px) const;

  // The board alone, thumbnail_cell_px(n) a cell.
  [[nodiscard]] AppearanceTemplate appearance_at(const Homography& image_from_board, int n) const;
  static double thumbnail_cell_px(int n);

 private:
  cv::Rect cut_;
  GreyPyramid pyramid_;
};

}  // namespace gridlens
