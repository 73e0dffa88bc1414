#include "tests/report/photographed.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace gridlens::report {

cv::Mat photographed(const cv::Mat& page, double scale, generator::Random& random) {
  const auto w = static_cast<float>(page.cols);
  const auto h = static_cast<float>(page.rows);
  const cv::Point2f from[] = {{0, 0}, {w, 0}, {w, h}, {0, h}};
  cv::Point2f to[4];
  const double turn = random.uniform(-0.3, 0.3);
  for (int i = 0; i < 4; ++i) {
    const double x = (from[i].x - w / 2) * (1 + random.uniform(-0.05, 0.05));
    const double y = (from[i].y - h / 2) * (1 + random.uniform(-0.05, 0.05));
    to[i] = {static_cast<float>((x * std::cos(turn) - y * std::sin(turn) + 0.62 * w) * scale),
             static_cast<float>((x * std::sin(turn) + y * std::cos(turn) + 0.62 * h) * scale)};
  }
  cv::Mat soft;
  cv::GaussianBlur(page, soft, {}, std::max(0.3, 0.45 / scale));
  cv::Mat picture;
  cv::warpPerspective(soft, picture, cv::getPerspectiveTransform(from, to),
                      {static_cast<int>(1.24 * w * scale), static_cast<int>(1.24 * h * scale)},
                      cv::INTER_LINEAR, cv::BORDER_CONSTANT, {90, 100, 110});
  cv::RNG rng(static_cast<std::uint64_t>(random.integer(1, 1000000)));
  cv::Mat noise(picture.size(), CV_16SC3);
  rng.fill(noise, cv::RNG::NORMAL, cv::Scalar::all(0), cv::Scalar::all(4));
  cv::Mat wide;
  picture.convertTo(wide, CV_16S);
  wide += noise;
  wide.convertTo(picture, CV_8U);
  return picture;
}

}  // namespace gridlens::report
