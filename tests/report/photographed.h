#pragma once

#include <opencv2/core/mat.hpp>

#include "tests/simulator/random.h"

namespace gridlens::report {

// A generated page (CV_8UC3) seen a little from the side, `scale` times as large, slightly soft and
// noisy.
cv::Mat photographed(const cv::Mat& page, double scale, generator::Random& random);

}  // namespace gridlens::report
