#pragma once

#include <opencv2/core/types.hpp>

#include "core/vision/lattice/board_candidate.h"

namespace gridlens {

// Cells with a middle that is not wholly in the picture. A symbol that the picture's edge cuts may
// be read as another one, or as none.
CellFlags cells_outside(const BoardCandidate& board, cv::Size picture);

}  // namespace gridlens
