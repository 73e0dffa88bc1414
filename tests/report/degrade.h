#pragma once

#include <opencv2/core/mat.hpp>
#include <string>

namespace gridlens::report {

// A photo (CV_8UC1 or CV_8UC3) as a worse camera would have taken it. Kinds: none, blur, shake,
// noise, dark, small, tiny, jpeg. Deterministic. Throws std::invalid_argument on another kind.
cv::Mat degrade(const cv::Mat& picture, const std::string& kind);

}  // namespace gridlens::report
