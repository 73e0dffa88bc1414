#pragma once

#include <opencv2/core/mat.hpp>
#include <set>
#include <utility>
#include <vector>

#include "core/image/homography.h"
#include "core/vision/lattice/line_profile.h"

namespace gridlens {

// Cells of a lattice that hold symbols: column, row.
using SymbolPlaces = std::set<std::pair<int, int>>;

// A segment of a lattice's line between two cells.
struct UnlinedSegment {
  SegmentId id;
  bool filled = false;    // a cell beside it holds a symbol
  double difference = 0;  // log of the grey on the line over that beside it
};

// All segments between cells from `from` to `to` (columns and rows alike) that lie in the picture.
// `symbols`: or tiles (`tiles`), which are what a line beside them is compared with.
// `image_from_cells`: cell (col, row) covers [col, col + 1] x [row, row + 1].
std::vector<UnlinedSegment> unlined_segments(const cv::Mat& grey,
                                             const Homography& image_from_cells,
                                             const SymbolPlaces& symbols, bool tiles, int from,
                                             int to);

}  // namespace gridlens
