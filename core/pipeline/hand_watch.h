#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "core/image/homography.h"
#include "core/puzzle/cell_map.h"

namespace gridlens {

// Tells by colour which cells of a followed board something lies on in part: a finger and most pens
// have another hue than the paper, a shadow has not. It says nothing in dim light, nor of grey
// things. A cell's own colour is what it showed when it was most like the rest of the board, so
// that tinted cells are not taken for occluded ones. One object a board, one thread.
class HandWatch {
 public:
  // `bgr`: CV_8UC3, the frame. Cells that something lies on, a quarter of the cell or more.
  // `image_from_board` keeps its orientation from call to call.
  CellFlags occluded(const cv::Mat& bgr, const Homography& image_from_board, int n);

 private:
  struct Hue {  // logarithms of channel ratios, less those of the whole board
    double blue_red = 0, green_red = 0;
    [[nodiscard]] double distance(const Hue& other) const;
  };
  std::vector<Hue> own_;  // of each quarter of a cell
};

}  // namespace gridlens
