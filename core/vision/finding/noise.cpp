#include "core/vision/finding/noise.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <opencv2/imgproc.hpp>

#include "core/ablation/mechanism.h"

namespace gridlens {

namespace {

constexpr double kCalm = 0.025;  // noise that does not reach the contrast of ink
constexpr int kRowStep = 7;
constexpr int kColStep = 3;
constexpr double kMedianOverSigma = 1.652;  // of |a - 2 b + c|: sqrt(6) * 0.6745
constexpr double kBrightShare = 0.005;
constexpr int kDarkGrey = 128;  // of the brightest pixels: faint lines are a few levels then
constexpr double kWantedGrey = 230;
constexpr int kLeastGrey = 30;  // in darker pictures there is little but noise

}  // namespace

Light light_of(const cv::Mat& grey) {
  std::array<int, 512> differences{};
  std::array<int, 256> levels{};
  double sum = 0;
  int count = 0;
  for (int y = kRowStep / 2; y < grey.rows; y += kRowStep) {
    const std::uint8_t* row = grey.ptr(y);
    for (int x = 1; x + 1 < grey.cols; x += kColStep) {
      ++differences[static_cast<std::size_t>(std::abs(row[x - 1] + row[x + 1] - 2 * row[x]))];
      ++levels[row[x]];
      sum += row[x];
      ++count;
    }
  }
  Light light;
  if (count == 0 || sum <= 0) return light;
  int below = 0;
  std::size_t median = 0;
  while (2 * (below + differences[median]) <= count) below += differences[median++];
  // Within its step, and half a step down: differences of 0 are half of their step.
  const double part = (0.5 * count - below) / differences[median];
  const double difference = std::max(0.0, static_cast<double>(median) + part - 0.5);
  light.noise_share = difference / kMedianOverSigma / (sum / count);
  int above = 0;
  while (light.bright_grey > 0 &&
         (above += levels[static_cast<std::size_t>(light.bright_grey)]) < kBrightShare * count)
    --light.bright_grey;
  return light;
}

cv::Mat calmed(const cv::Mat& grey) {
  const Light light = light_of(grey);
  // The dark parts of a screenshot are meant to be dark.
  const bool dark = light.bright_grey < kDarkGrey && light.noise_share > kScreenshotNoise &&
                    in_use<"brightened">();
  cv::Mat out;  // never the caller's own picture: that one the reading gets
  if (!dark) out = grey;
  // Brighter before it is smoothed, so that averages are not rounded away.
  if (dark) grey.convertTo(out, CV_8U, kWantedGrey / std::max(light.bright_grey, kLeastGrey));
  if (light.noise_share <= kCalm || !in_use<"smoothed">()) return out;
  // A Gaussian of s pixels divides white noise by 2 s sqrt(pi). More would wash thin lines away.
  const double blur_px = std::clamp(light.noise_share / kCalm / 3.545, 0.6, 1.5);
  const int size = blur_px < 0.8 ? 3 : (blur_px < 1.2 ? 5 : 7);
  cv::Mat smooth;
  cv::GaussianBlur(out, smooth, {size, size}, blur_px, blur_px, cv::BORDER_REPLICATE);
  return smooth;
}

}  // namespace gridlens
