#pragma once

#include "core/reading/ink/ink_features.h"

namespace gridlens {

// Flags the cells whose background, in brightness or colour, is like no other cell's on the board:
// the cell that the player has chosen. Densities against such a background tell little.
CellFlags background_outliers(const CellMap<InkFeatures>& features);

// How far two cells' backgrounds are apart, logs of brightness and colour.
double background_distance(const InkFeatures& a, const InkFeatures& b);

// Medians of the features of some cells.
InkFeatures median_features(const CellMap<InkFeatures>& features, const CellFlags& of);

}  // namespace gridlens
