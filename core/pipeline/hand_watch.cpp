#include "core/pipeline/hand_watch.h"

#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/image/statistics.h"

namespace gridlens {

namespace {

constexpr int kHandSamples = 6;     // a cell side
constexpr int kQuarters = 2;        // a cell side
constexpr double kOtherHue = 0.25;  // skin on white paper lies 0.3 to 0.6 away
constexpr double kLeastLight = 60;  // of the board's green channel: below, noise has any hue
constexpr double kDarkest = 12;     // grey levels added: black ink has no hue

}  // namespace

double HandWatch::Hue::distance(const Hue& other) const {
  return std::hypot(blue_red - other.blue_red, green_red - other.green_red);
}

CellFlags HandWatch::occluded(const cv::Mat& bgr, const Homography& image_from_board, int n) {
  CellFlags cells(n * n);
  // Sample k lies at (k + 0.5) / kHandSamples cells.
  constexpr double kStep = 1.0 / kHandSamples;
  const Homography board_from_samples(
      cv::Matx33d(kStep, 0, kStep / 2, 0, kStep, kStep / 2, 0, 0, 1));
  cv::Mat samples, quarters;
  cv::warpPerspective(bgr, samples, (image_from_board * board_from_samples).matrix(),
                      {n * kHandSamples, n * kHandSamples}, cv::INTER_LINEAR | cv::WARP_INVERSE_MAP,
                      cv::BORDER_REPLICATE);
  cv::resize(samples, quarters, {n * kQuarters, n * kQuarters}, 0, 0, cv::INTER_AREA);

  std::vector<Hue> hues;
  std::vector<double> blue, green, light;
  for (int y = 0; y < quarters.rows; ++y)
    for (int x = 0; x < quarters.cols; ++x) {
      const auto& pixel = quarters.at<cv::Vec3b>(y, x);
      const double red = std::log(pixel[2] + kDarkest);
      hues.push_back({std::log(pixel[0] + kDarkest) - red, std::log(pixel[1] + kDarkest) - red});
      blue.push_back(hues.back().blue_red);
      green.push_back(hues.back().green_red);
      light.push_back(pixel[1]);
    }
  if (median(light) < kLeastLight) return cells;
  const Hue board{median(blue), median(green)};
  for (Hue& hue : hues) hue = {hue.blue_red - board.blue_red, hue.green_red - board.green_red};
  if (own_.size() != hues.size()) own_ = hues;
  for (size_t i = 0; i < hues.size(); ++i) {
    if (hues[i].distance({}) < own_[i].distance({})) own_[i] = hues[i];
    if (hues[i].distance(own_[i]) < kOtherHue) continue;
    const int quarter = static_cast<int>(i);
    const int row = quarter / (n * kQuarters) / kQuarters;
    cells[row * n + quarter % (n * kQuarters) / kQuarters] = true;
  }
  return cells;
}

}  // namespace gridlens
