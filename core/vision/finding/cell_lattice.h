#pragma once

#include <opencv2/core/mat.hpp>
#include <optional>
#include <vector>

#include "core/image/homography.h"
#include "core/vision/finding/ink_components.h"

namespace gridlens {

// A regular arrangement of closed cells: cells (0,0) .. (cols - 1, rows - 1) were found, perhaps
// not all of them, and perhaps the real board is larger (open outer cells) or the arrangement leaks
// beyond it.
struct CellLattice {
  Homography image_from_cells;  // cell (col, row) covers [col, col + 1] x [row, row + 1]
  int cols = 0;
  int rows = 0;
  int cells = 0;  // found
};

// Patches of paper that ink encloses and that may be a board's cells: 5 to 160 pixels a side,
// filled enough and not long and narrow. `ink`: 8 bits, 255 where there is ink; largest box first.
std::vector<InkComponent> paper_cells(const cv::Mat& ink);

// A patch as the quadrilateral that encloses it: its middle and the means of its opposite sides.
// Runs end on pixel centres: a cell is a pixel wider.
struct PatchSides {
  cv::Point2d middle, right, down;
};
// nullopt where the patch fills less than `min_share` of it.
std::optional<PatchSides> sides_of(const InkComponent& patch, double min_share);

// Lattices of paper patches enclosed by ink, from an ink mask (255 = ink). Cells grow neighbour by
// neighbour from one whose outline gives the two directions, so that a finger, a torn corner or
// anything that touches the border from outside does no harm.
std::vector<CellLattice> cell_lattices(const cv::Mat& ink);

}  // namespace gridlens
