#pragma once

#include <opencv2/core/mat.hpp>

#include "core/image/homography.h"
#include "tests/simulator/random.h"

namespace gridlens::generator {

struct ScreenPhoto {
  cv::Mat bgr;  // CV_8UC3
  Homography photo_from_screen;
};

// A picture on a flat display as a camera takes it, the display filling most of the photo: tilted
// by up to 20 degrees, rolled by up to 6. Every pixel of the display is three coloured stripes with
// dark gaps, every pixel of the camera one colour of a Bayer mosaic: the moire is theirs, not
// painted on. Then a veil of reflected room light, noise and JPEG. `screen_bgr`: CV_8UC3, cropped
// to what the photo is of.
ScreenPhoto photograph_screen(const cv::Mat& screen_bgr, cv::Size size, Random& random);

}  // namespace gridlens::generator
