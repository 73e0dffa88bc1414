#pragma once

#include <cstdint>
#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

#include "core/puzzle/shape.h"
#include "tests/simulator/page.h"

namespace gridlens::report {

// A kind of generated page, and how it is seen.
struct PageKindSeen {
  std::string name;
  Shape shape{3, 3};
  generator::StyleRanges style{};
  generator::PageKind page = generator::PageKind::puzzle;
  bool photographed = true;
  double light = 1;  // of the picture's levels
  double blur_px = 0;
};

std::vector<PageKindSeen> overlay_pages();

// CV_8UC3; the same for the same seed.
cv::Mat picture_of(const PageKindSeen& kind, std::uint64_t seed);

}  // namespace gridlens::report
