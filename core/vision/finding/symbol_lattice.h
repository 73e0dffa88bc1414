#pragma once

#include <opencv2/core/types.hpp>
#include <vector>

#include "core/image/homography.h"

namespace gridlens {

// What may be a symbol: a blob's middle and the longer side of its bounding box.
struct SymbolSpot {
  cv::Point2d at;
  double size_px = 0;
};

// Symbols of one size that stand in the cells of a lattice, whatever is drawn between them.
struct SymbolLattice {
  Homography image_from_cells;    // cell (col, row) covers [col, col + 1] x [row, row + 1]
  std::vector<cv::Point> places;  // cells that hold a symbol (x column, y row), the least of both 0
  double size_px = 0;             // of the symbols, the median
};

// The lattices that most spots agree with, the best one first, `most` of them; each has `fewest`
// symbols at least, which hang together with gaps of one cell at most. Two neighbours of a spot
// give the directions; the lattice grows from there, affine first, as a homography once it spans a
// few cells.
std::vector<SymbolLattice> symbol_lattices(const std::vector<SymbolSpot>& spots, size_t fewest,
                                           size_t most);

// The homography that takes places to points best (least squares of the linear equations, both
// planes scaled: Hartley & Zisserman 4.1). `flatness`: weight of there being no perspective, so
// that a few points do not make one up. Symbols lie a twentieth of a cell off their places,
// perspective makes cells a tenth smaller from one side of a lattice to the other. Four points at
// least.
Homography fit_homography(const std::vector<cv::Point2d>& from, const std::vector<cv::Point2d>& to,
                          double flatness = 0.2);

}  // namespace gridlens
