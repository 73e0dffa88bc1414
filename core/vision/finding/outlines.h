#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "core/image/homography.h"
#include "core/image/quad.h"
#include "core/vision/finding/ink_components.h"

namespace gridlens {

// A level of a pyramid with more pixels is large: it is not searched for valleys, live frames
// search it every other time, and small outlines count there only where they enclose several cells.
inline constexpr int kLargeLevelPixels = 600'000;

Quad mapped(const Quad& quad, const Homography& map);

// Ink (255) of a picture over its local background.
cv::Mat ink_of(const cv::Mat& grey, const cv::Mat& background, InkPolarity polarity);
// The same with gaps of two pixels closed, half a pixel fatter all around.
cv::Mat mended(const cv::Mat& ink);
// Dark lines of a few per cent, in a picture smoothed against its noise.
cv::Mat faint_ink(const cv::Mat& grey);

// Quadrilateral blobs of a level's ink, in pixels of the pyramid's level 0: boards whose lines hang
// together; `broken`: even where they enclose nothing.
std::vector<Quad> candidate_outlines(const cv::Mat& ink, int level, double min_side_px,
                                     bool broken = false);

}  // namespace gridlens
