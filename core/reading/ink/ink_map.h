#pragma once

#include <opencv2/core/mat.hpp>

#include "core/vision/rectify.h"

namespace gridlens {

// A rectified board as the digit network sees it: paper divided out, ink scaled to the board's own
// contrast. Same geometry as RectifiedBoard.
struct InkMap {
  cv::Mat ink;  // CV_8UC1: 0 paper, kFullInk the board's usual ink, 255 the darkest
  int n = 0;

  static constexpr int kFullInk = 160;

  [[nodiscard]] cv::Mat crop(int cell) const {  // a view; cell is row-major
    return ink(cv::Rect(cell % n * RectifiedBoard::kCellPx, cell / n * RectifiedBoard::kCellPx,
                        RectifiedBoard::kCropPx, RectifiedBoard::kCropPx));
  }
  // A view of the cell between the middles of its lines, or so far inside.
  [[nodiscard]] cv::Mat inside(int cell, int rim_px = 0) const {
    const int from = RectifiedBoard::kMarginPx + rim_px;
    const int side = RectifiedBoard::kCellPx - 2 * rim_px;
    return crop(cell)(cv::Rect(from, from, side, side));
  }
};

// The normalisation that the network was trained on; models/train/sheets.py has the same steps and
// numbers, and the two must stay equal to the bit:
// 1. paper = closing of the rectified board with a 15 x 15 square, then a 15 x 15 box mean (edges
// replicated);
// 2. ink = 255 - round(255 grey / paper): light and shading cancel, low contrast stays low;
// 3. level = the ink that 98 % of the pixels stay at or below (at least 14), for the whole board;
// 4. result = min(255, 160 ink / level), rounded. One scale a board: noise in blank cells stays
// small.
InkMap normalise(const RectifiedBoard& rectified);

// The darkest that nine of ten of the board's blank cells show, as ink (0..255): the stripes of a
// photographed screen, a pattern in the paper. It is 0 where it cannot be told from the symbols.
// Blank and filled cells are parted by otsu_split.
double background_ink(const InkMap& ink_map);

// Takes that much off all ink and stretches what is left.
void subtract_background(InkMap& ink_map, double background);

// True when the middle of a cell holds so little ink that no symbol can be there; such cells need
// no network. Cheap, and safe rather than complete: faint symbols and noisy paper are left to the
// network.
bool surely_blank(const InkMap& ink_map, int cell);

// Mean ink in the middle of a cell, 0..255: which cells tell most about the orientation.
double middle_ink(const InkMap& ink_map, int cell);

// The darkest 3 x 3 patch in the middle of a cell, mean ink 0..255: how strong a symbol there is.
double strongest_ink(const InkMap& ink_map, int cell);

}  // namespace gridlens
