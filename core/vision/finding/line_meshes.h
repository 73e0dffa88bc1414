#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "core/image/quad.h"

namespace gridlens {

// A place in a screenshot that may hold a board.
struct ScreenshotOutline {
  Quad quad;               // upright, in the picture's pixels
  std::vector<int> sizes;  // cells a side that its lines suggest, the likeliest first; may be empty
};

// Where a screenshot (grey, 8 bit) holds a mesh of upright lines that cross each other: tables,
// lattices of tiles, boards. The tones on both sides of a line do not matter, nor how they change
// along it. Straight edges at least a few cells long make the mesh, short ones (symbols, textures)
// do not. What joins a board's mesh to other things (a window's frame, pictures in the background)
// is cut off where fewer lines cross. Squares alone, the largest first; their sides lie within the
// outermost gaps or borders. `least_side_px`: shorter ones are left out.
std::vector<ScreenshotOutline> line_meshes(const cv::Mat& grey, double least_side_px);

}  // namespace gridlens
