#pragma once

#include <vector>

#include "core/reading/ink/ink_traits.h"

namespace gridlens {

// Flags the cells whose ground, in brightness or colour, is like no other cell's on the board: the
// cell that the player has chosen. Densities against such a ground tell little.
std::vector<bool> on_rare_ground(const std::vector<InkTraits>& traits);

// How far two cells' grounds are apart, logs of brightness and colour.
double ground_distance(const InkTraits& a, const InkTraits& b);

// The inks' own colours, whatever ground they stand on; logs, 0 where either is unknown.
double own_colour_distance(const InkTraits& a, const InkTraits& b);

// How far a cell's ink is, in hue, from all mixtures of another ink with the cell's paper, and from
// its purer shades: thin and thick strokes. Brightness does not count: uneven light changes it.
double distance_from_ink(const InkTraits& cell, const InkTraits& ink);

// Medians of the traits of some cells.
InkTraits median_traits(const std::vector<InkTraits>& traits, const std::vector<bool>& of);

}  // namespace gridlens
