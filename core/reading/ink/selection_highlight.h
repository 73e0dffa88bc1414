#pragma once

#include <opencv2/core/matx.hpp>

#include "core/puzzle/grid.h"
#include "core/reading/ink/ink_features.h"

namespace gridlens {

// How the backgrounds of cells differ from that of a blank cell in the same place.
struct BackgroundOffsets {
  bool lit = false;           // a cross or a box is
  CellFlags known;            // symbols lit as some blank cell is
  CellMap<cv::Vec3d> beside;  // BGR: all of it; of cells lit as no blank one is a guess
};

// A model of a program's selection highlight. Programs mix a colour into the row, the column and
// the box of the selected cell; the background often gets darker towards one side. The model fits a
// plane and the steps of a highlighted cross and box to the blank cells, for each cell that may be
// selected. Unknown if the board has too few blank cells, or for a cell whose highlight occurs on
// no blank cell. `rare`: cells with a background of their own, which are left out.
BackgroundOffsets background_offsets(const Grid& all, const CellMap<InkFeatures>& features,
                                     const CellFlags& rare);

}  // namespace gridlens
