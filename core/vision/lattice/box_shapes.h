#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "core/vision/lattice/board_candidate.h"
#include "core/vision/lattice/lattice_fit.h"

namespace gridlens {

// Box shapes for a lattice of n cells, from the thickness of its lines and the shading of its
// cells. `grey`: as it was taken, whatever the lines are. Most likely first, weights add up to 1;
// empty for n without a box shape.
std::vector<ShapeEvidence> weigh_shapes(const cv::Mat& grey, const Homography& image_from_board,
                                        int n, const std::vector<LatticeSample>& samples);

}  // namespace gridlens
