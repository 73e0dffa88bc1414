#pragma once

#include <opencv2/core/mat.hpp>
#include <opencv2/core/matx.hpp>
#include <vector>

#include "core/vision/lattice/board_candidate.h"

namespace gridlens {

// Where the pixels of a rectified board's row come from: 32nds of pixels of the picture, a multiple
// of eight of them (those beyond the row's end count for nothing).
struct PlaceRow {
  static constexpr int kBits = 5;

  std::vector<int> xs;
  std::vector<int> ys;
};

// The rows of a rectified board (RectifiedBoard), `over` times as fine, worked out one by one: a
// map of all would not stay in the processor's caches. A flat board's homography is worked out for
// each pixel. A bend is smooth: it is worked out on a net and interpolated by cubics (Keys, "Cubic
// convolution interpolation for digital image processing", 1981).
class RectifyRows {
 public:
  RectifyRows(const BoardCandidate& board, int over);

  [[nodiscard]] int side_px() const { return side_px_; }

  // It is overwritten by the next call.
  const PlaceRow& row(int y);

 private:
  void set_flat_row(int y);
  void set_bent_row(int y);

  int side_px_ = 0;
  bool flat_ = true;
  cv::Matx33d image_from_pixel_;  // of a flat board
  cv::Mat wide_x_, wide_y_;  // of a bent one: a net with as many columns as the rectified board
  PlaceRow row_;
};

}  // namespace gridlens
