#pragma once

#include <algorithm>
#include <cmath>
#include <opencv2/core/mat.hpp>

#include "core/image/homography.h"
#include "core/puzzle/cell_map.h"
#include "core/vision/lattice/pyramid.h"

namespace gridlens {

// Do two greys differ by more than a share of the lighter one?
inline bool differ_in_tone(double a, double b, double share) {
  return std::abs(a - b) > share * std::max(a, b);
}

// Of nine points in a cell, by brightness. The brightest misses the strokes of a digit, the third
// also two small light numbers on a black cell, the middle one light digits, too.
enum class PointRank { middle = 4, bright = 6, brightest = 8 };

// Grey level of each cell's background; -1 outside the picture.
CellMap<double> cell_backgrounds(const cv::Mat& grey, const Homography& image_from_board, int n,
                                 PointRank rank);

// Are more groups of neighbouring cells as dark as ink all over than on a board? In a negative
// also as light as ink. A sleeve over the board makes one group. Cells with a symbol in their
// middle do not count: programs show givens and chosen cells as such tiles, and the numbers in a
// kakuro's black cells are small.
bool is_crossword(const GreyPyramid& pyramid, const Homography& image_from_board, int n);

}  // namespace gridlens
