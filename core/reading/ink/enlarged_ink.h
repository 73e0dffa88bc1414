#pragma once

#include <vector>

#include "core/reading/ink/ink_map.h"

namespace gridlens {

// How much larger the symbols of a board may be drawn without leaving their cells: 1 to 1.3. Print
// that is small in its cells is read better when enlarged, and looked at in two sizes better than
// in one.
double room_to_enlarge(const InkMap& ink_map, const std::vector<int>& inked);

// The rectified board with what every cell holds enlarged about the cell's middle; most lines
// vanish.
InkMap enlarged(const InkMap& ink_map, double scale);

}  // namespace gridlens
