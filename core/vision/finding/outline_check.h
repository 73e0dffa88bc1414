#pragma once

#include <optional>

#include "core/image/quad.h"
#include "core/vision/lattice/board_candidate.h"
#include "core/vision/lattice/pyramid.h"

namespace gridlens {

// Cells a side of a lattice that may be a larger board's boxes, at most.
inline constexpr int kMostAsBoxes = 5;

// Counts the lines inside an outline and checks the answers. In the negative these are light ones.
// `distant`: where no lattice is found, and of 4 x 4 cells, a board in the distance is looked for,
// in so many outlines yet; null: in none.
std::optional<BoardCandidate> check_outline(const GreyPyramid& pyramid, const Quad& outline,
                                            int* distant);

}  // namespace gridlens
