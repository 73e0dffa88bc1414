#pragma once

#include "core/reading/ink/visibility.h"
#include "core/reading/ink/washed_out_cells.h"
#include "core/vision/rectify.h"

namespace gridlens {

// What glare leaves of each cell. `washed_out`: of the same rectified board.
// - Saturated are cells with a middle as bright as the sensor goes while the board's paper is
//   darker, and no print stands on paper as bright. So are cells so light that the lines vanish
//   there. A page that is white all over (a screenshot) has none.
// - Doubtful are such cells if the paper itself is nearly white to the sensor, so that glare and
//   paper look alike, and the cell holds no dark stroke. A symbol may be missing there, but such
//   cells are too many and too often blank to be left out of the evidence.
CellVisibility visibility_in_glare(const RectifiedBoard& rectified, const WashedOut& washed_out);

}  // namespace gridlens
