#pragma once

#include <vector>

#include "core/vision/rectify.h"

namespace gridlens {

// Cells (row-major, n * n flags) whose middle is burnt out: as bright as the sensor goes while the
// board's paper is darker, and no print stands on paper as bright. Nothing can be seen there, so
// such a cell must not be taken for a blank one. A page that is white all over (a screenshot) has
// none.
std::vector<bool> burnt_out_cells(const CellSheet& sheet);

}  // namespace gridlens
