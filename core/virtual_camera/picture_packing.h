#pragma once

#include <cstddef>
#include <opencv2/core/mat.hpp>
#include <vector>

namespace gridlens {

// How a video device wants its pictures: one plane after the other, rows from the top.
enum class PixelLayout {
  yuyv = 1,  // 4:2:2, Y U Y V
  yuv420,    // 4:2:0, planes Y, U, V
  rgb24,
  bgr24,
};

// "YUYV"
const char* to_string(PixelLayout layout);

// The smallest row of a picture so wide, in bytes; of yuv420, of the Y plane.
int packed_row_bytes(PixelLayout layout, int width);

// `bgr` (CV_8UC3, of even sides with a yuv layout) in that layout, BT.601 of limited range.
// `row_bytes`: of the first plane, at least packed_row_bytes(); chroma rows have half of it. At
// least `bytes` long.
void pack_picture(const cv::Mat& bgr, PixelLayout layout, int row_bytes, std::size_t bytes,
                  std::vector<unsigned char>& packed);

}  // namespace gridlens
