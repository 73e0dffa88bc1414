#pragma once

#include <opencv2/core/mat.hpp>

#include "core/vision/lattice/board_candidate.h"

namespace gridlens {

// Whether the cells of an upright board in a screenshot, n x n of them, are the boxes of a finer
// one of n^2 x n^2 cells. Every line between those is there, from side to side, however faint, and
// there are none halfway between. `grey`: the picture, CV_8UC1.
bool cells_are_boxes(const cv::Mat& grey, const BoardCandidate& board);

}  // namespace gridlens
