#pragma once

#include <opencv2/core/mat.hpp>

namespace gridlens {

// The upright straight edges of a screenshot (CV_8UC1) that are long, as 0/255 masks: of rows,
// and of columns. Edges are taken of means along the line: textures and noise average out, symbols
// mostly do. Gaps as between the sides of two tiles, with their round corners, are bridged.
cv::Mat long_row_edges(const cv::Mat& grey);
cv::Mat long_column_edges(const cv::Mat& grey);

}  // namespace gridlens
