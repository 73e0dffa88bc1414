#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "tests/simulator/camera.h"
#include "tests/simulator/random.h"

namespace gridlens::generator {

enum class Desk { wood = 1, cloth, plain };

// A desk top, CV_32FC3 linear.
cv::Mat desk_top(cv::Size size, Desk kind, Random& random);

// A page lying on a desk, as linear light, ready to be looked at by a camera.
class Scene {
 public:
  // `page_bgr`: CV_8UC3 sRGB. `finest`: the largest magnification (picture pixels a page pixel) it
  // will be looked at with; the scene keeps no more detail than that needs.
  Scene(const cv::Mat& page_bgr, Desk desk, double finest, Random random);

  // Light of one exposure, CV_32FC3 BGR linear, paper white is about 0.9. The mean over `views`:
  // the poses that the camera has during the exposure; each is sampled at its own sub-pixel offset,
  // and there are at least 4 samples a pixel.
  [[nodiscard]] cv::Mat look(const Lens& lens, const std::vector<Pose>& views, const Curl& curl,
                             cv::Size size) const;

 private:
  void sample(const Lens& lens, const Camera& camera, cv::Point2d offset, cv::Size size, int level,
              cv::Mat& sum) const;

  std::vector<cv::Mat> levels_;         // CV_16UC3 linear; each half the size of the one before
  double scale_ = 1;                    // pixels of level 0 per page pixel
  double margin_x_ = 0, margin_y_ = 0;  // desk around the page, level-0 pixels
};

}  // namespace gridlens::generator
