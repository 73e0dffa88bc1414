#pragma once

#include "core/puzzle/grid.h"
#include "core/reading/ink/ink_features.h"

namespace gridlens {

// Two inks of nearly one hue, navy and blue, grey and black, look like one ink in thick and in thin
// strokes; but the copies of one symbol have the same strokes. Splits a group of inks (`group`: by
// cell, -1 unknown) in two where, symbol by symbol, its copies clearly fall into two colours that
// differ by the same step. The smaller part gets a number of its own. `symbols`: what the cells
// hold.
void split_ink_clusters(const Grid& symbols, const CellMap<InkFeatures>& features,
                        CellMap<int>& group);

}  // namespace gridlens
