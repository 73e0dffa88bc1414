#pragma once

#include <opencv2/core/mat.hpp>

#include "core/vision/lattice/board_candidate.h"

namespace gridlens {

// Programs often draw the lines around the boxes in another tone than those between the cells,
// whatever their thickness. Weighs the box shapes of a screenshot's board by that, too. `grey`: the
// picture itself.
void weigh_box_tones(const cv::Mat& grey, BoardCandidate& board);

}  // namespace gridlens
