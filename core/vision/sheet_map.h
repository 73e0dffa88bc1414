#pragma once

#include <opencv2/core/mat.hpp>

#include "core/vision/board_candidate.h"

namespace gridlens {

// Where each pixel of a sheet comes from, as cv::remap takes it fastest: whole pixels of the
// picture, and 32nds of them beyond.
struct SheetMap {
  cv::Mat pixels;     // CV_16SC2, x and y
  cv::Mat fractions;  // CV_16UC1

  [[nodiscard]] cv::Mat warped(const cv::Mat& picture) const;
};

// The map of a board's sheet (CellSheet), `over` times as fine. A flat board's homography is worked
// out for each pixel. A bend is smooth: it is worked out on a net and interpolated by cubics (Keys,
// "Cubic convolution interpolation for digital image processing", 1981).
SheetMap sheet_map(const BoardCandidate& board, int over);

}  // namespace gridlens
