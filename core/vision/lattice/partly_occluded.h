#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <vector>

#include "core/vision/lattice/lattice_warp.h"

namespace gridlens {

// What covers a board ends within cells, some lines of which are still seen: a symbol cut by its
// edge looks like another. Adds to `occluded` (n * n flags, row by row) the cells beside occluded
// ones, corner to corner, whose background is not of one tone. `grey`: CV_8UC1.
void add_partly_occluded(const cv::Mat& grey, const LatticeWarp& image_from_board, int n,
                         bool light_on_dark, std::vector<std::uint8_t>& occluded);

}  // namespace gridlens
