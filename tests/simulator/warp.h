#pragma once

#include <opencv2/core/mat.hpp>
#include <opencv2/core/matx.hpp>
#include <vector>

namespace gridlens::generator {

// What cv::warpPerspective (INTER_LINEAR) makes of a picture, bit by bit, and what is done with
// that, in one pass. Places are counted from the middle of the first pixel. `from_to`: a pixel of
// the source from one of the result.

// A layer that will be painted over it: all pixels of `full` cover fully.
struct Covering {
  cv::Matx33d from_to;
  cv::Rect full;
};

// Paints a texture's level (Texture::Level::coded) over `film` (CV_32FC3, or CV_32FC4 with
// coverage). Outside of the level nothing is painted; where it is `endless` it is reflected there.
// What nobody will see under those `above` may stay unpainted.
void paint_warped(const cv::Mat& coded, const cv::Matx33d& from_to, bool endless,
                  const std::vector<Covering>& above, cv::Mat film);

// The mean of `picture` (CV_32FC4) and of itself warped, of the same size. Outside it is 0; where
// it is `endless`, as at its edge.
cv::Mat mean_with_warped(const cv::Mat& picture, const cv::Matx33d& from_to, bool endless);

}  // namespace gridlens::generator
