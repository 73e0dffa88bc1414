#pragma once

#include <opencv2/core/mat.hpp>
#include <string>
#include <vector>

#include "render/board_painter.h"

namespace gridlens::golden {

// One picture to draw and compare: made by computation alone, the same on every machine.
struct Scene {
  std::string name;  // the file is images/NAME.png
  cv::Mat picture;   // what the camera "saw"
  std::vector<PlacedOverlay> boards;
  bool mirror = false;
};

std::vector<Scene> scenes();

}  // namespace gridlens::golden
