#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "core/vision/finding/ink_components.h"

namespace gridlens {

// Patches of paper that ink encloses and that may be a board's cells: 5 to 160 pixels a side,
// filled enough and not long and narrow. `ink`: 8 bits, 255 where there is ink; largest box first.
std::vector<InkComponent> paper_cells(const cv::Mat& ink);

}  // namespace gridlens
