#pragma once

#include <functional>
#include <opencv2/core/mat.hpp>
#include <opencv2/core/matx.hpp>
#include <vector>

#include "tests/simulator/texture.h"

namespace gridlens::generator {

// Pixels of the film from a thing's own coordinates, at a time.
using Motion = std::function<cv::Matx33d(double time_s)>;

struct FilmLayer {
  const Texture* texture = nullptr;
  bool endless = false;  // the desk: reflected without end, lies under all others
  Motion motion;
  // Layers of one group move as one plane during an exposure (the desk and all that lies on it), so
  // that their smear is made at once. Only layers that follow each other share a group.
  int group = 0;
};

// Light of one exposure, CV_32FC3 BGR linear (paper white is about 0.9): the layers over each
// other, the first one lowest. What moves less than 0.8 px is seen at mid-exposure; what
// moves more is the mean over 2, 4, ... 32 moments, some 1.6 px apart as long as 32 do. Motion
// during one exposure is taken as even. Only sheets may fill the whole film: things of any other
// outline must leave a corner free.
cv::Mat expose(const std::vector<FilmLayer>& layers, double open_s, double close_s, cv::Size size);

}  // namespace gridlens::generator
