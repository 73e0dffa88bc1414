#pragma once

#include "core/reading/ink/washed_out_cells.h"
#include "core/vision/rectify.h"

namespace gridlens {

// Cells whose middle is saturated: as bright as the sensor goes while the
// board's paper is darker, and no print stands on paper as bright. So are cells so light that the
// lines vanish there (`washed_out`, of the same rectified board). Nothing can be seen there, so
// such a cell must not be taken for a blank one. A page that is white all over (a screenshot) has
// none.
CellFlags saturated_cells(const RectifiedBoard& rectified, const WashedOut& washed_out);

// The same if the paper itself is nearly white to the sensor, so that glare and paper look alike:
// cells whose middle is saturated and holds no dark stroke. A symbol may be missing there, but such
// cells are too many and too often blank to be left out of the evidence. On darker paper these are
// the saturated cells.
CellFlags maybe_saturated_cells(const RectifiedBoard& rectified, const WashedOut& washed_out);

}  // namespace gridlens
