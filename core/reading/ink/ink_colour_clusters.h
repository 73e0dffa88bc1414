#pragma once

#include <opencv2/core/matx.hpp>

#include "core/puzzle/grid.h"
#include "core/reading/ink/ink_features.h"

namespace gridlens {

// Blue, green and red of a symbol's ink and of its cell's background: grey levels, all a little
// raised (as the features are, near black).
cv::Vec3d ink_colour(const InkFeatures& features);
cv::Vec3d background_colour(const InkFeatures& features);

// Blue, green and red that a symbol takes of its paper, as a direction; all 0 where unknown.
cv::Vec3d taken_of(const InkFeatures& features);

// Sorts the symbols of a screenshot's board by their ink's own colour, whatever background it
// stands on. A program draws givens, entries and mistakes in a few colours, each exactly the same
// everywhere, but for thin strokes that the background shines through. Single linkage: a colour
// joins a group that it is near to, as near as the board's colours lie together. The group of every
// cell, the largest is 0; -1 for blank cells and where the colour is unknown.
CellMap<int> ink_colour_clusters(const Grid& symbols, const CellMap<InkFeatures>& features);

}  // namespace gridlens
