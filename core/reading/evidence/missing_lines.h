#pragma once

#include <vector>

#include "core/reading/ink/ink_sheet.h"

namespace gridlens {

// Of each of the n * n cells, how many of its sides lack a line that the board has elsewhere:
// something lies over them, or the page is torn, or light has burnt them out. Single pieces that
// are missed do not count. Where the board has no lines, or all are faint: none.
std::vector<int> missing_sides(const InkSheet& ink);

}  // namespace gridlens
