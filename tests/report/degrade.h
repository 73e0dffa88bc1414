#pragma once

#include <opencv2/core/mat.hpp>
#include <string>

namespace gridlens::report {

// A grey photo as a worse camera would have taken it. Kinds: none, blur, shake, noise, dark, small,
// tiny, jpeg. Deterministic. Throws std::invalid_argument on another kind.
cv::Mat degrade(const cv::Mat& grey, const std::string& kind);

}  // namespace gridlens::report
