#pragma once

#include <algorithm>
#include <opencv2/core/mat.hpp>

#include "core/vision/lattice/board_candidate.h"

namespace gridlens {

// A board warped upright-in-its-own-orientation: one square grey picture, kCellPx a cell, kMarginPx
// around it. Cell (row, col) with its margin is the kCropPx square at x = col * kCellPx, y = row *
// kCellPx.
struct RectifiedBoard {
  static constexpr int kCellPx = 26;
  static constexpr int kMarginPx = 3;
  static constexpr int kCropPx = kCellPx + 2 * kMarginPx;  // 32: what the digit network takes
  static constexpr int line_px(int line) { return kMarginPx + line * kCellPx; }  // its middle

  cv::Mat grey;    // CV_8UC1, (n * kCellPx + 2 * kMarginPx) square; dark digits on light background
                   // (flipped where the digits are the lighter ones)
  cv::Mat colour;  // the same place in colour, CV_8UC3 BGR, not flipped and not area-averaged (good
                   // for a cell's mean colour, not for its shapes); empty unless asked for
  int n = 0;
  double source_cell_px =
      0;  // mean side of a cell in the picture it came from: small means little detail
  double sharpness = 0;  // focus measure of the rectified board, for weighing frames: mean gradient
                         // energy over contrast, 0 = flat

  double evenness = 1;  // sharpness of the less sharp direction over the other's: motion smears one

  // How much its pixels tell of the symbols: sharpness, less where the picture was enlarged.
  [[nodiscard]] double detail() const {
    return sharpness * std::min(1.0, source_cell_px / kCellPx);
  }

  [[nodiscard]] cv::Mat crop(int row, int col) const {  // a view, not a copy
    return grey(cv::Rect(col * kCellPx, row * kCellPx, kCropPx, kCropPx));
  }
};

// A page that is bent (curled paper, a fold) is straightened by the board's bend on the way. Warps
// from the original resolution, area-averaging where the picture has more pixels than the rectified
// board. `image`: CV_8UC1 grey or CV_8UC3 BGR. `bgr`: the same picture in colour, where
// RectifiedBoard::colour is wanted.
RectifiedBoard rectify(const cv::Mat& image, const BoardCandidate& board, const cv::Mat& bgr = {});

}  // namespace gridlens
