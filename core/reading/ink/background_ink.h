#pragma once

#include "core/reading/ink/ink_map.h"

namespace gridlens {

// The darkest that nine of ten of the board's blank cells show, as ink (0..255): the stripes of a
// photographed screen, a pattern in the paper. It is 0 where it cannot be told from the symbols.
// Blank and filled cells are parted by otsu_split.
double background_ink(const InkMap& ink_map);

// Takes that much off all ink and stretches what is left.
void subtract_background(InkMap& ink_map, double background);

}  // namespace gridlens
