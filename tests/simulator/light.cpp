#include "tests/simulator/light.h"

#include <array>
#include <cmath>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <vector>

namespace gridlens::generator {
namespace {

double linear_from_srgb_value(double v) {
  return v <= 0.04045 ? v / 12.92 : std::pow((v + 0.055) / 1.055, 2.4);
}
double srgb_from_linear_value(double v) {
  return v <= 0.0031308 ? v * 12.92 : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
}

const std::vector<std::uint8_t>& srgb_table() {
  static const std::vector<std::uint8_t> table = [] {
    std::vector<std::uint8_t> made(8193);
    for (size_t i = 0; i < made.size(); ++i)
      made[i] = cv::saturate_cast<std::uint8_t>(255 * srgb_from_linear_value(double(i) / 8192));
    return made;
  }();
  return table;
}

const std::vector<float>& normal_table() {
  static const std::vector<float> table = [] {
    std::vector<float> made(1 << 15);
    Random random(20260101);
    for (float& v : made) v = static_cast<float>(random.normal());
    return made;
  }();
  return table;
}

cv::Mat disc_kernel(double radius) {
  const int reach = std::max(1, int(std::ceil(radius)));
  cv::Mat kernel(2 * reach + 1, 2 * reach + 1, CV_32FC1);
  for (int y = -reach; y <= reach; ++y)
    for (int x = -reach; x <= reach; ++x)
      kernel.at<float>(y + reach, x + reach) =
          static_cast<float>(std::clamp(radius + 0.5 - std::hypot(x, y), 0.0, 1.0));
  return kernel / cv::sum(kernel)[0];
}

void add_light(cv::Mat& light, const Development& how) {
  const cv::Point2d centre((light.cols - 1) / 2.0, (light.rows - 1) / 2.0);
  const double reach = centre.dot(centre);
  const cv::Point2d way(std::cos(how.gradient_rad), std::sin(how.gradient_rad));
  for (int y = 0; y < light.rows; ++y) {
    auto* pixel = light.ptr<cv::Vec3f>(y);
    for (int x = 0; x < light.cols; ++x) {
      const cv::Point2d at(x, y), from_centre = at - centre;
      double gain = how.exposure * (1 - how.vignette * from_centre.dot(from_centre) / reach) *
                    (1 - how.gradient * from_centre.dot(way) / std::sqrt(reach));
      if (how.shadow) {
        const ShadowEdge& s = *how.shadow;
        const double in =
            (at - s.point).dot({std::cos(s.direction_rad), std::sin(s.direction_rad)});
        gain *= 1 - s.depth / (1 + std::exp(-4 * in / s.softness_px));
      }
      const double extra = glare_at(how, at);
      for (int i = 0; i < 3; ++i)
        pixel[x][i] = static_cast<float>((pixel[x][i] * gain + extra) * how.tint[i]);
    }
  }
}

}  // namespace

double glare_at(const Development& how, cv::Point2d pixel) {
  if (!how.glare) return 0;
  const cv::Point2d d = pixel - how.glare->centre;
  const double r2 = d.dot(d) / (how.glare->radius_px * how.glare->radius_px);
  return r2 < 12 ? how.glare->strength * std::exp(-r2) : 0;
}

cv::Mat linear_from_srgb(const cv::Mat& bgr) {
  std::array<float, 256> table{};
  for (size_t i = 0; i < 256; ++i)
    table[i] = static_cast<float>(linear_from_srgb_value(double(i) / 255));
  cv::Mat linear(bgr.size(), CV_32FC3);
  for (int y = 0; y < bgr.rows; ++y) {
    const auto* from = bgr.ptr<cv::Vec3b>(y);
    auto* to = linear.ptr<cv::Vec3f>(y);
    for (int x = 0; x < bgr.cols; ++x)
      to[x] = {table[from[x][0]], table[from[x][1]], table[from[x][2]]};
  }
  return linear;
}

void blur_by_lens(cv::Mat& light, const Development& how) {
  if (how.defocus_px > 0.3)
    cv::filter2D(light, light, -1, disc_kernel(how.defocus_px), {-1, -1}, 0, cv::BORDER_REPLICATE);
  if (how.lens_blur_px > 0)
    cv::GaussianBlur(light, light, {}, how.lens_blur_px, 0, cv::BORDER_REPLICATE);
}

cv::Mat develop(cv::Mat light, const Development& how, Random random) {
  add_light(light, how);
  if (how.sharpen > 0) {
    cv::Mat soft;
    cv::GaussianBlur(light, soft, {}, 1.2, 0, cv::BORDER_REPLICATE);
    light += (light - soft) * how.sharpen;
  }
  const auto& normals = normal_table();
  const auto& tone = srgb_table();
  cv::Mat picture(light.size(), CV_8UC3);
  const double read = how.read_noise * how.read_noise;
  for (int y = 0; y < light.rows; ++y) {
    const auto* from = light.ptr<cv::Vec3f>(y);
    auto* to = picture.ptr<cv::Vec3b>(y);
    for (int x = 0; x < light.cols; ++x) {
      const std::uint64_t bits = random.next();
      for (int i = 0; i < 3; ++i) {
        const float v = std::max(0.0f, from[x][i]);
        const float sigma = std::sqrt(static_cast<float>(read + how.shot_noise * v));
        const float noisy = v + sigma * normals[(bits >> (16 * i)) & 0x7fff];
        to[x][i] = tone[static_cast<size_t>(std::clamp(noisy, 0.0f, 1.0f) * 8192)];
      }
    }
  }
  if (how.jpeg_quality > 0) {
    std::vector<std::uint8_t> bytes;
    cv::imencode(".jpg", picture, bytes, {cv::IMWRITE_JPEG_QUALITY, how.jpeg_quality});
    picture = cv::imdecode(bytes, cv::IMREAD_COLOR);
  }
  return picture;
}

}  // namespace gridlens::generator
