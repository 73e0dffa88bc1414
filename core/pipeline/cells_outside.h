#pragma once

#include <cstdint>
#include <opencv2/core/types.hpp>
#include <vector>

#include "core/vision/lattice/board_candidate.h"

namespace gridlens {

// How much of a cell the picture must show: of its middle part, which begins `from` cells inside
// the cell's lines, the share `least`.
struct CutRule {
  double from = 0;
  double least = 1;
};
// A still is all there is: cells whose symbol is hardly cut are read.
inline constexpr CutRule kCutInStill{0.3, 0.7};
// A live picture may show the cell whole in a moment: it says nothing of a symbol it may cut.
inline constexpr CutRule kCutInLive{0.2, 1.0};

// n * n flags, row by row: 1 for the cells of which the picture shows too little, because the board
// reaches beyond its edges.
std::vector<std::uint8_t> cells_outside(const BoardCandidate& board, cv::Size picture,
                                        const CutRule& rule);

}  // namespace gridlens
