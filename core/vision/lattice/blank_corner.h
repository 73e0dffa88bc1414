#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "core/image/homography.h"
#include "core/vision/lattice/lattice_fit.h"

namespace gridlens {

// Does a square block of cells in a corner of the lattice lack every line, inside and along the
// border? The lines that part it from the rest must be there, on the same background as the cells
// beside it. Rows and columns of numbers along two sides of a grid (a nonogram) leave such a
// corner; what covers a board's corner neither ends at its lines nor has the paper's grey.
// `samples`: of `grey` along `image_from_board`, weighed (seen: where the lattice puts it).
bool has_blank_corner(const cv::Mat& grey, const Homography& image_from_board, int n,
                      const std::vector<LatticeSample>& samples);

}  // namespace gridlens
