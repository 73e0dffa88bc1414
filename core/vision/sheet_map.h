#pragma once

#include <opencv2/core/mat.hpp>

#include "core/vision/board_candidate.h"

namespace gridlens {

// Where each pixel of a sheet comes from, as cv::remap takes it fastest: whole pixels of the
// picture, and 32nds of them beyond.
struct SheetMap {
  cv::Mat pixels;     // CV_16SC2, x and y
  cv::Mat fractions;  // CV_16UC1

  [[nodiscard]] cv::Mat warped(const cv::Mat& picture) const;
};

// A board's place in its picture, for sheets of it (CellSheet) and such as are `over` times as
// fine. A flat board's homography is worked out for each pixel. A bend is smooth: it is worked out
// on a coarse net and interpolated (Catmull-Rom splines: Keys, "Cubic convolution interpolation for
// digital image processing", 1981).
class SheetGeometry {
 public:
  explicit SheetGeometry(const BoardCandidate& board);

  [[nodiscard]] SheetMap map(int over) const;

 private:
  [[nodiscard]] SheetMap flat_map(int over) const;
  [[nodiscard]] SheetMap bent_map(int over) const;

  int side_px_ = 0;  // of a sheet
  cv::Matx33d image_from_board_;
  cv::Mat net_x_;  // CV_32F, empty on a flat board
  cv::Mat net_y_;
};

}  // namespace gridlens
