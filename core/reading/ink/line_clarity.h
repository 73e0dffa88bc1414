#pragma once

#include "core/puzzle/cell_map.h"
#include "core/vision/rectify.h"

namespace gridlens {

// How deep the lines around a cell are against the same lines where they are clear, 0..1; 1 where
// lines are too faint everywhere to tell. Glare and too much light wipe them out together with the
// print, however grey the sensor's white is made afterwards.
CellMap<double> line_clarity(const RectifiedBoard& rectified);

}  // namespace gridlens
