#pragma once

#include <opencv2/core/mat.hpp>

namespace gridlens {

// Ink (255) of a picture (CV_8UC1) as its ridges: what runs straight for some pixels and is darker
// than the paper on *both* its sides. Shadows, folds and the rims of paper have only one darker
// side and leave nothing; averages along the line bring out lines that noise, blur or little light
// nearly hide.
cv::Mat ridge_filter(const cv::Mat& grey);

}  // namespace gridlens
