#pragma once

#include <opencv2/core/mat.hpp>
#include <optional>
#include <vector>

#include "core/pipeline/frame_result.h"

namespace gridlens {

// Reads the boards of a picture beside the caller, so that the caller can watch the desktop
// meanwhile. One picture at a time.
class BoardLooker {
 public:
  virtual ~BoardLooker() = default;

  // `bgr`: CV_8UC3, shared, not to be written to afterwards. A picture that was not fetched yet is
  // given up. `glance`: quickly, more may be in doubt.
  virtual void start(cv::Mat bgr, bool glance) = 0;

  // The boards of the picture; nothing while it is being read. Throws what reading threw.
  virtual std::optional<std::vector<BoardResult>> take() = 0;
};

}  // namespace gridlens
