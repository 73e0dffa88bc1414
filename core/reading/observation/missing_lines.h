#pragma once

#include "core/reading/ink/ink_map.h"

namespace gridlens {

// Cells beside which lines of the board are missing that are there elsewhere. Something lies over
// them, the page is torn, or light has washed them out, so a symbol may be occluded. Single pieces
// of line that are missed do not count. Where the board has no lines, or all are faint: none.
CellFlags cells_without_lines(const InkMap& ink);

}  // namespace gridlens
