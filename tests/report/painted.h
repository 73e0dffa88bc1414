#pragma once

#include <opencv2/core/mat.hpp>
#include <optional>

#include "core/overlay/page_look.h"

namespace gridlens::report {

// A symbol that was painted into a blank cell, measured in the finished picture against the clean
// one. Lengths in cells.
struct PaintedSymbol {
  double contrast = 0;  // WCAG: the middle of its strokes against what lies around them
  SymbolBox box;
  double height = 0;    // from its top to its bottom
  double x = 0, y = 0;  // its middle, off the middle of the cell
};

// None where nothing was painted in that cell, or where the picture does not show all of it.
// `clean` and `annotated`: CV_8UC3 of one size.
std::optional<PaintedSymbol> measure_painted(const cv::Mat& clean, const cv::Mat& annotated,
                                             const BoardPlace& place, int cell);

}  // namespace gridlens::report
