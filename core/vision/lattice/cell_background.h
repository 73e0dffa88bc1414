#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "core/image/homography.h"

namespace gridlens {

// Of nine points in a cell, by brightness. The brightest misses the strokes of a digit, the third
// also two small light numbers on a black cell, the middle one light digits, too.
enum class PointRank { middle = 4, bright = 6, brightest = 8 };

// Grey level of each cell's background, row by row; -1 outside the picture. Inverted for boards
// with light lines.
std::vector<double> cell_backgrounds(const cv::Mat& grey, const Homography& image_from_board, int n,
                                     bool light_on_dark, PointRank rank);

// Groups of neighbouring cells that are as dark as ink all over (where lines are light, also as
// light as they): crosswords have many, a sleeve over the board makes one. A board has at most
// kMaxBlackGroups.
inline constexpr int kMaxBlackGroups = 2;
int count_black_groups(const cv::Mat& grey, const Homography& image_from_board, int n,
                       bool light_on_dark);

// The same for tiles of a screenshot, where one with a symbol in its middle is none: programs show
// givens and chosen cells so. The numbers in a kakuro's black cells are small.
int count_black_tiles(const cv::Mat& grey, const Homography& image_from_board, int n,
                      bool light_on_dark);

}  // namespace gridlens
