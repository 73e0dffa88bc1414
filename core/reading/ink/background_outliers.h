#pragma once

#include <vector>

#include "core/reading/ink/ink_traits.h"

namespace gridlens {

// Flags the cells whose background, in brightness or colour, is like no other cell's on the board:
// the cell that the player has chosen. Densities against such a background tell little.
std::vector<bool> background_outliers(const std::vector<InkTraits>& traits);

// How far two cells' backgrounds are apart, logs of brightness and colour.
double background_distance(const InkTraits& a, const InkTraits& b);

// Medians of the traits of some cells.
InkTraits median_traits(const std::vector<InkTraits>& traits, const std::vector<bool>& of);

}  // namespace gridlens
