#pragma once

#include "core/puzzle/cell_map.h"

namespace gridlens {

// Can a cell be seen? What a frame shows of it, or the best that all frames so far showed.
enum class Visibility {
  unobserved,  // a hand, an object or the picture's edge covers the cell, which says nothing
  saturated,   // by glare, or something lies on its lines: a symbol counts, a blank does not
  doubtful,    // seen in some frame, but never clear
  clear,
};

using CellVisibility = CellMap<Visibility>;

}  // namespace gridlens
