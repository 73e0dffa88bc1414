#pragma once

#include <opencv2/core/mat.hpp>

#include "core/reading/board_reader.h"
#include "core/vision/rectify.h"

namespace gridlens {

// For debugging: the rectified board, upright, with what was read written into its cells: clues
// blue, entries green, the probability in percent below, cells in doubt framed in red. CV_8UC3.
cv::Mat reading_picture(const RectifiedBoard& rectified, const BoardReading& reading);

}  // namespace gridlens
