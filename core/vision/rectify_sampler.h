#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <vector>

#include "core/vision/rectify_map.h"

namespace gridlens {

// Takes rows of rectified boards out of a picture (CV_8UC1 or CV_8UC3): bilinear between its
// pixels, the picture's edge going on beyond it. The result is exactly that of cv::remap
// (INTER_LINEAR, BORDER_REPLICATE) and, for means, of cv::resize (INTER_AREA). It costs a quarter:
// no map is laid out, and several pixels are worked out at a time.
class RectifySampler {
 public:
  // Means of `over` x `over` samples each.
  RectifySampler(const cv::Mat& picture, int over);

  // Adds a row of samples; `over` of them make one row of a rectified board.
  void add(const PlaceRow& places);

  // The row that the last `over` rows make, `side_px` x channels values.
  void take(std::uint8_t* to, int side_px);

 private:
  template <int kChannels>
  void sample(const PlaceRow& places);

  cv::Mat picture_;
  int over_ = 1;
  std::vector<std::uint8_t> samples_;  // of the last row
  std::vector<std::uint16_t> sums_;    // of the rows since the last take()
};

}  // namespace gridlens
