#pragma once

#include <functional>
#include <optional>

#include "core/vision/finding/outlines.h"
#include "core/vision/lattice/board_candidate.h"
#include "core/vision/lattice/pyramid.h"

namespace gridlens {

// Was a lattice of so many cells a side presumed here before, and refused?
using TriedBefore = std::function<bool(int n, const Suspect& suspect)>;

// Counts the lines inside an outline and checks the answers. `distant`: where no lattice is found,
// and of 4 x 4 cells, a board in the distance is looked for.
std::optional<BoardCandidate> check_outline(const GreyPyramid& pyramid, const Suspect& suspect,
                                            bool distant, const TriedBefore& tried_before);

}  // namespace gridlens
