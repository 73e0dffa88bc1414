#pragma once

#include <opencv2/core/mat.hpp>

#include "tests/simulator/light.h"

namespace gridlens::generator {

// Lens and sensor of one camera: what blur_by_lens() and develop() do, some five times as fast (not
// pixel for pixel the same), without shadow edges and glare. Fits one size of picture.
class Sensor {
 public:
  Sensor(cv::Size size, const Development& how);

  // `light`: CV_32FC3 linear, is worked on in place. `gain`: of all light, 1 is the development's
  // own exposure. `defocus_px`: radius of the blur disc. Returns CV_8UC3 sRGB.
  cv::Mat take(cv::Mat& light, double gain, double defocus_px, Random noise) const;

 private:
  Development how_;
  cv::Mat falloff_;  // CV_32FC3: vignette and gradient, the same thrice
};

}  // namespace gridlens::generator
