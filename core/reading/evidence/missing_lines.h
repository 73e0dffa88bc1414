#pragma once

#include <vector>

#include "core/reading/ink/ink_sheet.h"

namespace gridlens {

// Cells beside which lines of the board are missing that are there elsewhere: something lies over
// them, or the page is torn, and a symbol may be hidden or cut. n * n flags. Where the board has no
// lines, or all are faint, none.
std::vector<bool> cells_without_lines(const InkSheet& ink);

}  // namespace gridlens
