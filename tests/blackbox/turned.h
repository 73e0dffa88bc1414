#pragma once

#include <opencv2/core/mat.hpp>

#include "tests/simulator/truth.h"

namespace gridlens::generator {

// The picture, and its truth, turned clockwise by quarter turns (0..3). Corners keep their names:
// TL stays the TL of the puzzle as it is read upright.
cv::Mat turned(const cv::Mat& picture, int quarter_turns);
FrameTruth turned(FrameTruth truth, int quarter_turns);

}  // namespace gridlens::generator
