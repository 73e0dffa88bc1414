#pragma once

#include <opencv2/core/matx.hpp>

#include "core/puzzle/grid.h"
#include "core/reading/ink/ink_features.h"

namespace gridlens {

// How the backgrounds of cells differ from that of a blank cell in the same place (BGR), by a model
// of a program's selection highlight. Programs mix a colour into the row, the column and the box of
// the selected cell; the background often gets darker towards one side. The model fits a plane and
// the steps of a highlighted cross and box to the blank cells, for each cell that may be selected.
// With too few blank cells it is the background itself. A highlight that occurs on no blank cell is
// guessed. `rare`: cells with a background of their own, which are left out.
CellMap<cv::Vec3d> background_offsets(const Grid& all, const CellMap<InkFeatures>& features,
                                      const CellFlags& rare);

}  // namespace gridlens
