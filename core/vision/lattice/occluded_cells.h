#pragma once

#include <cstdint>
#include <vector>

#include "core/vision/lattice/lattice_fit.h"

namespace gridlens {

// n * n flags, row by row: 1 where fewer than two of a cell's sides were seen.
std::vector<std::uint8_t> unobserved_cells(const std::vector<LatticeSample>& samples, int n);

// Cells that something reaching in from outside covers in part or wholly: from beyond the border
// through segments that are not seen into the cells behind them. A symbol in such a cell may be
// cut. Only where the other lines are seen so well that those must be occluded; empty: none.
std::vector<std::uint8_t> occluded_cells(const std::vector<LatticeSample>& samples, int n);

// Whether such cells lie on three sides of the board, as nothing reaches in, and look as bare as
// the others, where those are all about equally bright. Tiles as light as the gaps between them
// show no border. `grey`: CV_8UC1.
bool look_blank(const cv::Mat& grey, const Homography& image_from_board, int n,
                const std::vector<std::uint8_t>& occluded);

}  // namespace gridlens
