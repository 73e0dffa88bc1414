#pragma once

#include <opencv2/core/mat.hpp>

#include "core/puzzle/cell_map.h"
#include "core/vision/lattice/lattice_warp.h"

namespace gridlens {

// What covers a board ends within cells, some lines of which are still seen: a symbol cut by its
// edge looks like another. Adds to `occluded` the cells beside occluded ones, corner to corner,
// whose background is not of one tone. `grey`: CV_8UC1, with dark lines.
void add_partly_occluded(const cv::Mat& grey, const LatticeWarp& image_from_board, int n,
                         CellFlags& occluded);

}  // namespace gridlens
