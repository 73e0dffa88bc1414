#pragma once

#include "core/reading/decoding/cell_choices.h"
#include "core/reading/ink/ink_features.h"

namespace gridlens {

// Programs draw a symbol alike in every cell, and all of them on the same lines. In a screenshot
// whose clear symbols have good copies, a symbol leans to blank if the network is not sure of it
// and it has no such copy. Where no other cell holds the symbol, it must stand higher or lower than
// all clear symbols instead. Candidates may together look like a symbol. `features` in the order of
// the choices' cells.
void discount_unlike_glyphs(CellChoices& choices, const CellMap<InkFeatures>& features);

}  // namespace gridlens
