#pragma once

#include <vector>

#include "core/puzzle/cell_map.h"
#include "core/vision/lattice/lattice_fit.h"

namespace gridlens {

// Cells of which fewer than two sides were seen.
CellFlags unobserved_cells(const std::vector<LatticeSample>& samples, int n);

// Cells that something reaching in from outside covers in part or wholly: from beyond the border
// through segments that are not seen into the cells behind them. A symbol in such a cell may be
// cut. Only where the other lines are seen so well that those must be occluded; empty: none.
CellFlags occluded_cells(const std::vector<LatticeSample>& samples, int n);

// Whether such cells lie on three sides of the board, as nothing reaches in, and look as bare as
// the others, where those are all about equally bright. Tiles as light as the gaps between them
// show no border. `grey`: CV_8UC1.
bool look_blank(const cv::Mat& grey, const Homography& image_from_board, int n,
                const CellFlags& occluded);

}  // namespace gridlens
