#include "tests/simulator/sensor.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/core/hal/intrin.hpp>
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

Sensor::Sensor(cv::Size size, const Development& how) : how_(how), falloff_(size, CV_32FC3) {
  const cv::Point2d centre((size.width - 1) / 2.0, (size.height - 1) / 2.0);
  const double reach = std::hypot(centre.x, centre.y);
  const cv::Point2d way(std::cos(how.gradient_rad), std::sin(how.gradient_rad));
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      const cv::Point2d at = (cv::Point2d(x, y) - centre) * (1 / reach);
      falloff_.at<cv::Vec3f>(y, x) = cv::Vec3f::all(static_cast<float>(
          how.exposure * (1 - how.vignette * at.dot(at)) * (1 - how.gradient * at.dot(way))));
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
  const size_t width = static_cast<size_t>(light.cols) * 3;
  for (int y = 0; y < light.rows; ++y) {
    const float* dice = normal.data() + noise.next() % (normal.size() - width);
    const auto* from = light.ptr<float>(y);
    const auto* falloff = falloff_.ptr<float>(y);
    auto* to = picture.ptr<std::uint8_t>(y);
    size_t x = 0;
#if CV_SIMD128
    // The compiler does not see that no root is of a negative value.
    const auto look = [&](size_t at, const cv::v_float32x4& tints) {
      const cv::v_float32x4 zero = cv::v_setzero_f32(), one = cv::v_setall_f32(1);
      const cv::v_float32x4 v =
          cv::v_max(zero, cv::v_load(from + at) * cv::v_load(falloff + at) * tints);
      const cv::v_float32x4 sigma = cv::v_sqrt(cv::v_setall_f32(read) + cv::v_setall_f32(shot) * v);
      const cv::v_float32x4 noisy = v + sigma * cv::v_load(dice + at);
      std::array<int, 4> tones;
      cv::v_store(tones.data(),
                  cv::v_trunc(cv::v_min(cv::v_max(noisy, zero), one) * cv::v_setall_f32(kTones)));
      for (size_t i = 0; i < 4; ++i) to[at + i] = tone[static_cast<size_t>(tones[i])];
    };
    const cv::v_float32x4 first(tint[0], tint[1], tint[2], tint[0]);
    const cv::v_float32x4 second(tint[1], tint[2], tint[0], tint[1]);
    const cv::v_float32x4 third(tint[2], tint[0], tint[1], tint[2]);
    for (; x + 12 <= width; x += 12) look(x, first), look(x + 4, second), look(x + 8, third);
#endif
    for (; x < width; ++x) {
      const float v = std::max(0.0f, from[x] * falloff[x] * tint[int(x % 3)]);
      const float noisy = v + std::sqrt(read + shot * v) * dice[x];
      to[x] = tone[static_cast<size_t>(std::min(std::max(noisy, 0.0f), 1.0f) * kTones)];
    }
  }
  if (how_.jpeg_quality > 0) {
    std::vector<std::uint8_t> bytes;
    cv::imencode(".jpg", picture, bytes, {cv::IMWRITE_JPEG_QUALITY, how_.jpeg_quality});
    picture = cv::imdecode(bytes, cv::IMREAD_COLOR);
  }
  return picture;
}

}  // namespace gridlens::generator
