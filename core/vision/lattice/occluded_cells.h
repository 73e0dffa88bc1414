#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "core/puzzle/cell_map.h"
#include "core/vision/lattice/lattice_fit.h"
#include "core/vision/lattice/lattice_warp.h"

namespace gridlens {

// Cells of which fewer than two sides were seen: a line, its ends, or a step between two tiles.
CellFlags unobserved_cells(const std::vector<LatticeSample>& samples, int n);

// Cells that something reaching in from outside covers in part or wholly: from beyond the border
// through segments that are not seen into the cells behind them. A symbol in such a cell may be
// cut. Only where the other lines are seen so well that those must be occluded; empty: none.
CellFlags occluded_cells(const std::vector<LatticeSample>& samples, int n);

// What covers a board ends within cells, some lines of which are still seen: a symbol cut by its
// edge looks like another. Adds to `occluded` the cells beside occluded ones, corner to corner,
// whose background is not of one tone. `grey`: CV_8UC1, with dark lines.
void add_partly_occluded(const cv::Mat& grey, const LatticeWarp& image_from_board, int n,
                         CellFlags& occluded);

}  // namespace gridlens
