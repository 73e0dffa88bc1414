#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "core/vision/finding/cell_lattice.h"

namespace gridlens {

// Lattices of 3 x 3 cells presumed around single patches of paper enclosed by ink (255), as the
// patch's own four sides run: whether there are lines is left to the picture. Where most cells'
// walls are broken or digits fill them, some blank cells are whole all the same. First those with
// most patches of their size around them, at most `max_seeds`.
std::vector<CellLattice> cell_seeds(const cv::Mat& ink, int max_seeds);

}  // namespace gridlens
