#pragma once

#include <vector>

#include "core/reading/ink/bleached_cells.h"
#include "core/vision/rectify.h"

namespace gridlens {

// Cells (row-major, n * n flags) whose middle is burnt out: as bright as the sensor goes while the
// board's paper is darker, and no print stands on paper as bright. So are cells so light that the
// lines vanish there (`bleached`, of the same rectified board). Nothing can be seen there, so such
// a cell must not be taken for a blank one. A page that is white all over (a screenshot) has none.
std::vector<bool> burnt_out_cells(const RectifiedBoard& rectified, const Bleached& bleached);

// The same where the paper itself is nearly white to the sensor, so that glare and paper can hardly
// be told apart. These are cells whose middle is burnt out and holds no dark stroke. A symbol may
// be missing there; they are too many and too often blank to be left out of the evidence. On darker
// paper these are the burnt-out cells.
std::vector<bool> veiled_cells(const RectifiedBoard& rectified, const Bleached& bleached);

}  // namespace gridlens
