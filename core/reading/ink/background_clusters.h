#pragma once

#include <opencv2/core/matx.hpp>

#include "core/puzzle/grid.h"
#include "core/reading/ink/ink_features.h"

namespace gridlens {

// Sorts the cells of a screenshot's board by their background's colour beside a blank cell's in the
// same place (`off`). Programs draw the tiles of givens, entries and mistakes in a few colours
// each. Single linkage, as near as the board's colours lie together. The group of every cell,
// that with the most symbols is 0; -1 where the colour is unknown.
CellMap<int> background_clusters(const Grid& all, const CellMap<InkFeatures>& features,
                                 const CellMap<cv::Vec3d>& off);

}  // namespace gridlens
