#pragma once

#include <vector>

#include "core/puzzle/grid.h"
#include "core/reading/ink_traits.h"

namespace gridlens {

// How far the ground of every symbol is from that of a blank cell in its place, in grey levels;
// -1 where that is not known. Programs light the row, the column and the box of the chosen cell, by
// mixing a colour in, on grounds that often get darker towards one side: the blank cells' ground is
// fitted by a plane and the steps of a lit cross and box, for every cell that may be the chosen
// one. Empty where there are too few blank cells. `rare`: cells on a ground of their own.
std::vector<double> off_lit_blanks(const Grid& all, const std::vector<InkTraits>& traits,
                                   const std::vector<bool>& rare);

}  // namespace gridlens
