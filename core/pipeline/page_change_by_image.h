#pragma once

#include <opencv2/core/mat.hpp>

#include "core/vision/rectify.h"

namespace gridlens {

// A cheap look at every frame whether a tracked lattice still holds the page that was read:
// compares where the ink lies inside the cells. It cannot read; a change only says that the board
// must be read again now, not at the next check.
class PageChangeByImage {
 public:
  // The ink of a rectified board that has just been read and agreed with.
  void remember(const RectifiedBoard& rectified);

  // True when the ink lies elsewhere than remembered (another page, or a hand over much of it).
  // False before remember().
  [[nodiscard]] bool changed(const RectifiedBoard& rectified) const;

 private:
  cv::Mat remembered_;
};

}  // namespace gridlens
