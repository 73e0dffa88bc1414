#pragma once

#include <cstdint>
#include <vector>

#include "core/making/draw.h"
#include "core/puzzle/shape.h"

namespace gridlens {

// N connected regions of N cells each, drawn at random: the region 0..N-1 of each cell, row-major,
// numbered in the order of their first cells. The drawing begins with the boxes of the shape.
std::vector<std::uint8_t> draw_regions(Shape shape, Draw& draw);

}  // namespace gridlens
