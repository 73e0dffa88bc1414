#pragma once

#include <cstdint>
#include <opencv2/core/types.hpp>
#include <vector>

#include "core/vision/lattice/board_candidate.h"

namespace gridlens {

// n * n flags, row by row: 1 for the cells of which the picture does not show the whole middle,
// because the board reaches beyond its edges: what is cut may be read as another symbol, or as
// none.
std::vector<std::uint8_t> cells_outside(const BoardCandidate& board, cv::Size picture);

}  // namespace gridlens
