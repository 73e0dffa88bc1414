#pragma once

#include <opencv2/core/mat.hpp>
#include <opencv2/core/matx.hpp>
#include <vector>

#include "core/vision/lattice/board_candidate.h"

namespace gridlens {

// Where each pixel of a sheet comes from, as cv::remap takes it fastest: whole pixels of the
// picture, and 32nds of them beyond.
struct SheetMap {
  cv::Mat pixels;     // CV_16SC2, x and y
  cv::Mat fractions;  // CV_16UC1

  // `target`: of the map's size and the picture's type; written in place.
  void warp(const cv::Mat& picture, cv::Mat target) const;
};

// The map of a board's sheet (CellSheet), `over` times as fine, worked out in strips: a whole one
// would not stay in the processor's caches. A flat board's homography is worked out for each pixel.
// A bend is smooth: it is worked out on a net and interpolated by cubics (Keys, "Cubic convolution
// interpolation for digital image processing", 1981).
class SheetRows {
 public:
  SheetRows(const BoardCandidate& board, int over);

  [[nodiscard]] int side_px() const { return side_px_; }

  // The map of rows first .. first + count - 1. It is overwritten by the next call.
  const SheetMap& strip(int first, int count);

 private:
  void set_flat_row(int y);
  void set_bent_row(int y);

  int side_px_ = 0;
  bool flat_ = true;
  cv::Matx33d image_from_pixel_;  // of a flat board
  cv::Mat wide_x_, wide_y_;       // of a bent one: a net with as many columns as the sheet
  std::vector<float> xs_, ys_;    // of a row
  SheetMap buffer_;
  SheetMap strip_;
};

}  // namespace gridlens
