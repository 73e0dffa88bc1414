#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <vector>

namespace gridlens {

enum class InkPolarity { dark = 1, light };

struct InkOptions {
  int window_px = 25;      // side of the square whose mean is the local background
  double contrast = 0.07;  // ink differs from the background by at least this share of it
};

// One connected blob of a mask.
struct InkComponent {
  cv::Rect box;
  int area_px = 0;
  cv::Point2d centroid;
  int holes = 0;               // enclosed patches of background: a closed lattice has one a cell
  std::vector<cv::Point> rim;  // both ends of every run: enough for the convex hull
};

// The local background of a CV_8UC1 picture: the mean of each pixel's neighbourhood.
cv::Mat local_background(const cv::Mat& grey, const InkOptions& options);

// A picture's ink as a 0/255 mask: pixels that differ from the background, by 4 grey levels at
// least.
cv::Mat ink_mask(const cv::Mat& grey, const cv::Mat& background, InkPolarity polarity,
                 const InkOptions& options);
// The same with its local background.
cv::Mat ink_mask(const cv::Mat& grey, InkPolarity polarity, const InkOptions& options);

// Which blobs are wanted: both sides of the bounding box within these limits, and
// enough holes.
struct BlobLimits {
  int min_extent_px = 20;
  int max_extent_px = 1 << 20;
  int min_holes = 0;
  bool diagonal = true;  // 8-connected; false: 4-connected, as the paper between thin lines must be
};

// Blobs of the non-zero pixels of a 0/255 mask, largest box first. Run-based two-pass labelling
// with union-find (Shapiro & Stockman, Computer Vision, 3.4).
std::vector<InkComponent> ink_components(const cv::Mat& mask, const BlobLimits& limits);

// Points around a blob's holes: enough for the convex hull of what it encloses. A hand or a line of
// text that touches a board belongs to its blob, but encloses nothing larger than `min_hole_px`
// pixels.
std::vector<cv::Point> hole_rim(const InkComponent& component, double min_hole_px);

}  // namespace gridlens
