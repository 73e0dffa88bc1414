#pragma once

#include <opencv2/core/matx.hpp>
#include <vector>

#include "core/puzzle/grid.h"
#include "core/reading/ink/ink_features.h"

namespace gridlens {

// What the cells' backgrounds have beside a blank cell's in the same place.
struct BackgroundOffsets {
  bool lit = false;               // a cross or a box is
  std::vector<bool> known;        // row-major: symbols lit as some blank cell is
  std::vector<cv::Vec3d> beside;  // BGR: all of it; of cells lit as no blank one is a guess
};

// Programs light the row, the column and the box of the chosen cell, by mixing a colour in, on
// backgrounds that often get darker towards one side. So the blank cells' background is fitted by a
// plane and the steps of a lit cross and box, for every cell that may be the chosen one. Nothing is
// known where there are too few blank cells, nor of cells lit as no blank one is. `rare`: cells on
// a background of their own, which have no say.
BackgroundOffsets background_offsets(const Grid& all, const std::vector<InkFeatures>& features,
                                     const std::vector<bool>& rare);

}  // namespace gridlens
