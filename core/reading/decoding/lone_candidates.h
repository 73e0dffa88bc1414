#pragma once

#include <vector>

#include "core/reading/decoding/cell_choices.h"

namespace gridlens {

// A candidate that stands alone in its cell looks like a symbol; but it is smaller than the print
// of its symbol on the board, and stands aside. What is written by hand is a candidate if it is
// smaller than the entries, or the print, and all on one side of the cell's middle. Such cells are
// rather blank. `features`: of the
// upright cells, measured on the rectified board; `turned`: by a quarter either way, so that rows
// of the rectified board are columns. False where nothing was changed.
bool doubt_lone_candidates(CellChoices& choices, const std::vector<InkFeatures>& features,
                           bool turned);

}  // namespace gridlens
