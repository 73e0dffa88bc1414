#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

namespace gridlens {

// A symbol as it is drawn in a cell, to be compared with others.
struct GlyphCrop {
  int symbol = 0;   // which one it is; 0: none, compared with nothing
  cv::Mat picture;  // CV_8UC1, Strokes::kSide square: ink
  cv::Rect box;     // around its strokes
};

// For each of them the best correlation with another one of the same symbol. The two pictures are
// laid on each other by their strokes' boxes, at the best of nine places a pixel apart and between
// them. Boxes of clearly different size are no copies (0). -1 where there is no other.
std::vector<double> best_similarities(const std::vector<GlyphCrop>& crops);

}  // namespace gridlens
