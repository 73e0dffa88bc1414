#pragma once

#include <vector>

#include "core/vision/lattice/board_candidate.h"

namespace gridlens {

// Of the boards found in one picture those that stay, best lattice first, kMostFound at most. Of
// boards that share their place the larger, better seen one stays, and no lattice that the boxes of
// boards side by side make. All in the same pixels.
std::vector<BoardCandidate> best_boards(std::vector<BoardCandidate> found);

}  // namespace gridlens
