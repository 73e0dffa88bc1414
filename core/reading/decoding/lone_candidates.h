#pragma once

#include "core/reading/decoding/cell_choices.h"

namespace gridlens {

// A pencil candidate alone in its cell looks like a symbol, but is smaller than the print of that
// symbol and stands aside. Handwriting is a candidate if it is smaller than the entries, or the
// print, and lies on one side of the cell's middle. The blank log-odds of such cells grow.
// `features`: of the upright cells. False if nothing was changed.
bool doubt_lone_candidates(CellChoices& choices, const CellMap<InkFeatures>& features);

}  // namespace gridlens
