#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <string>

namespace gridlens::report {

// A photo (CV_8UC1 or CV_8UC3) as a worse camera would have taken it. Kinds: none, blur, shake,
// noise, dark, small, tiny, jpeg; and by chance: askew (any way up), slanted (perspective), tinted
// (white balance), glared, noted (a note lies on it), shaded, far (150 to 320 pixels wide), soft
// (noise, blur, JPEG quality 30), mixed (several of these). Deterministic for a seed. Throws
// std::invalid_argument on another kind.
cv::Mat degrade(const cv::Mat& picture, const std::string& kind, std::uint64_t seed = 7);

}  // namespace gridlens::report
