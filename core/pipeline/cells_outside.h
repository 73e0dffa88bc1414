#pragma once

#include <cstdint>
#include <opencv2/core/types.hpp>
#include <vector>

#include "core/vision/lattice/board_candidate.h"

namespace gridlens {

// n * n flags, row by row: 1 for a cell with a middle that is not wholly in the picture. A symbol
// that the picture's edge cuts may be read as another one, or as none.
std::vector<std::uint8_t> cells_outside(const BoardCandidate& board, cv::Size picture);

}  // namespace gridlens
