#pragma once

#include <optional>

#include "core/vision/finding/outlines.h"
#include "core/vision/lattice/board_candidate.h"
#include "core/vision/lattice/pyramid.h"

namespace gridlens {

// Counts the lines inside an outline and checks the answers. `distant`: where no lattice is found,
// and of 4 x 4 cells, a board in the distance is looked for, in so many outlines yet; null: in
// none.
std::optional<BoardCandidate> check_outline(const GreyPyramid& pyramid,
                                            const CandidateOutline& candidate, int* distant);

}  // namespace gridlens
