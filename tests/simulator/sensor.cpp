#include "tests/simulator/sensor.h"

#include <cmath>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

namespace gridlens::generator {
namespace {

constexpr int kTones = 4096;
constexpr int kNoise = 1 << 18;  // more than three rows of any picture

const std::vector<std::uint8_t>& tones() {
  static const std::vector<std::uint8_t> table = [] {
    std::vector<std::uint8_t> made(kTones + 1);
    for (int i = 0; i <= kTones; ++i) {
      const double v = double(i) / kTones;
      const double coded = v <= 0.0031308 ? v * 12.92 : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
      made[static_cast<size_t>(i)] = cv::saturate_cast<std::uint8_t>(255 * coded);
    }
    return made;
  }();
  return table;
}

const std::vector<float>& normals() {
  static const std::vector<float> table = [] {
    std::vector<float> made(kNoise);
    Random random(20261122);
    for (float& v : made) v = static_cast<float>(random.normal());
    return made;
  }();
  return table;
}

// A large disc is laid over a smaller picture.
void defocus(cv::Mat& light, double radius_px) {
  if (radius_px <= 0.3) return;
  if (radius_px <= 2) {
    Development disc;
    disc.defocus_px = radius_px;
    disc.lens_blur_px = 0;
    blur_by_lens(light, disc);
    return;
  }
  cv::Mat half;
  cv::resize(light, half, {(light.cols + 1) / 2, (light.rows + 1) / 2}, 0, 0, cv::INTER_AREA);
  defocus(half, radius_px / 2);
  cv::resize(half, light, light.size(), 0, 0, cv::INTER_LINEAR);
}

}  // namespace

Sensor::Sensor(cv::Size size, const Development& how) : how_(how), falloff_(size, CV_32FC1) {
  const cv::Point2d centre((size.width - 1) / 2.0, (size.height - 1) / 2.0);
  const double reach = std::hypot(centre.x, centre.y);
  const cv::Point2d way(std::cos(how.gradient_rad), std::sin(how.gradient_rad));
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      const cv::Point2d at = (cv::Point2d(x, y) - centre) * (1 / reach);
      falloff_.at<float>(y, x) = static_cast<float>(how.exposure * (1 - how.vignette * at.dot(at)) *
                                                    (1 - how.gradient * at.dot(way)));
    }
}

cv::Mat Sensor::take(cv::Mat& light, double gain, double defocus_px, Random noise) const {
  defocus(light, defocus_px);
  if (how_.lens_blur_px > 0)
    cv::GaussianBlur(light, light, {}, how_.lens_blur_px, 0, cv::BORDER_REPLICATE);
  if (how_.sharpen > 0) {
    cv::Mat soft;
    cv::GaussianBlur(light, soft, {}, 1.2, 0, cv::BORDER_REPLICATE);
    cv::addWeighted(light, 1 + how_.sharpen, soft, -how_.sharpen, 0, light);
  }
  const auto& tone = tones();
  const auto& normal = normals();
  const auto read = static_cast<float>(how_.read_noise * how_.read_noise);
  const auto shot = static_cast<float>(how_.shot_noise);
  const cv::Vec3f tint(cv::Vec3d(how_.tint * gain));
  cv::Mat picture(light.size(), CV_8UC3);
  std::vector<float> row(static_cast<size_t>(light.cols) * 3);
  for (int y = 0; y < light.rows; ++y) {
    const auto* from = light.ptr<cv::Vec3f>(y);
    const auto* falloff = falloff_.ptr<float>(y);
    for (int x = 0; x < light.cols; ++x)
      for (int i = 0; i < 3; ++i)
        row[static_cast<size_t>(3 * x + i)] = from[x][i] * falloff[x] * tint[i];
    const float* dice = normal.data() + noise.next() % (normal.size() - row.size());
    auto* to = picture.ptr<std::uint8_t>(y);
    for (size_t x = 0; x < row.size(); ++x) {
      const float v = std::max(0.0f, row[x]);
      const float noisy = v + std::sqrt(read + shot * v) * dice[x];
      row[x] = std::min(std::max(noisy, 0.0f), 1.0f) * kTones;
    }
    for (size_t x = 0; x < row.size(); ++x) to[x] = tone[static_cast<size_t>(row[x])];
  }
  if (how_.jpeg_quality > 0) {
    std::vector<std::uint8_t> bytes;
    cv::imencode(".jpg", picture, bytes, {cv::IMWRITE_JPEG_QUALITY, how_.jpeg_quality});
    picture = cv::imdecode(bytes, cv::IMREAD_COLOR);
  }
  return picture;
}

}  // namespace gridlens::generator
