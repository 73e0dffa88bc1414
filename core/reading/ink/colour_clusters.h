#pragma once

#include <opencv2/core/matx.hpp>

#include "core/puzzle/grid.h"
#include "core/reading/ink/ink_features.h"

namespace gridlens {

// Programs draw givens, entries and mistakes in a few inks, on tiles of a few colours, each exactly
// the same everywhere. Both are sorted by single linkage: a colour joins a group that it is near
// to, as near as the board's colours lie together.

// Sorts the symbols of a screenshot's board by their ink's own colour, whatever background it
// stands on, but for thin strokes that the background shines through. The group of every cell, the
// largest is 0; -1 for blank cells and where the colour is unknown.
CellMap<int> ink_colour_clusters(const Grid& symbols, const CellMap<InkFeatures>& features);

// Sorts the cells of a screenshot's board by their background's colour beside a blank cell's in the
// same place (`off`). The group of every cell, that with the most symbols is 0; -1 where the colour
// is unknown.
CellMap<int> background_clusters(const Grid& all, const CellMap<InkFeatures>& features,
                                 const CellMap<cv::Vec3d>& off);

}  // namespace gridlens
