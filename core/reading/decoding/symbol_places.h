#pragma once

#include "core/reading/decoding/cell_choices.h"
#include "core/reading/ink/ink_features.h"

namespace gridlens {

// Print of one symbol lies alike in every cell. The network hardly tells a j whose descender runs
// into a line from an i. Such symbols are told by where the first and last rows and columns are in
// the copies of either. Adds that to `choices.values` of cells (upright) of which two values are
// thought possible; `features` in the same order, their edges turned in any one way. Returns
// whether it changed anything; then the clues have been set anew.
bool weigh_places(CellChoices& choices, const CellMap<InkFeatures>& features);

}  // namespace gridlens
