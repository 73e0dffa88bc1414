#include "tests/simulator/screen_photo.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>

#include "tests/simulator/camera.h"
#include "tests/simulator/light.h"
#include "tests/simulator/scenario_set.h"

namespace gridlens::generator {
namespace {

constexpr int kAcross = 6, kDown = 4;  // samples a camera pixel

// Share of full light that a point of a display pixel gives off in each of B, G, R; the mean over
// the pixel is 1. (x, y) from its top-left corner, 0..1.
cv::Vec3f stripes(double x, double y) {
  constexpr double kWidth = 0.27, kHeight = 0.9;
  if (y > kHeight) return {0, 0, 0};
  const int stripe = std::min(2, static_cast<int>(x * 3));
  if (x - stripe / 3.0 > kWidth) return {0, 0, 0};
  cv::Vec3f light{0, 0, 0};
  light[2 - stripe] = static_cast<float>(1 / (kWidth * kHeight));  // red, green, blue from the left
  return light;
}

// The light that falls on the sensor, linear, a white display about 1.
cv::Mat seen(const cv::Mat& screen, const cv::Matx33d& screen_from_pixel, cv::Size size) {
  cv::Mat light(size, CV_32FC3);
  const cv::Vec3f surround(0.05f, 0.05f, 0.05f);
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      cv::Vec3f sum(0, 0, 0);
      for (int j = 0; j < kDown; ++j)
        for (int i = 0; i < kAcross; ++i) {
          const cv::Vec3d at = screen_from_pixel * cv::Vec3d(x - 0.5 + (i + 0.5) / kAcross,
                                                             y - 0.5 + (j + 0.5) / kDown, 1);
          const double u = at[0] / at[2] + 0.5, v = at[1] / at[2] + 0.5;
          const int column = static_cast<int>(std::floor(u)), row = static_cast<int>(std::floor(v));
          if (column < 0 || row < 0 || column >= screen.cols || row >= screen.rows)
            sum += surround;
          else
            sum += screen.at<cv::Vec3f>(row, column).mul(stripes(u - column, v - row));
        }
      light.at<cv::Vec3f>(y, x) = sum / (kAcross * kDown);
    }
  return light;
}

// One colour a pixel, as behind a Bayer filter, with noise; then the missing ones guessed again.
cv::Mat through_mosaic(const cv::Mat& light, double noise, Random& random) {
  cv::Mat raw(light.size(), CV_16UC1), full;
  for (int y = 0; y < light.rows; ++y)
    for (int x = 0; x < light.cols; ++x) {
      const int channel = (y % 2 == 0) ? (x % 2 == 0 ? 2 : 1) : (x % 2 == 0 ? 1 : 0);
      const double value = light.at<cv::Vec3f>(y, x)[channel];
      const double grain = random.normal() * noise * std::sqrt(std::max(value, 0.0) + 0.02);
      raw.at<std::uint16_t>(y, x) = cv::saturate_cast<std::uint16_t>((value + grain) * 60000);
    }
  cv::demosaicing(raw, full, cv::COLOR_BayerBG2BGR);  // OpenCV names the second row's second pixel
  cv::Mat linear;
  full.convertTo(linear, CV_32FC3, 1 / 60000.0);
  return linear;
}

cv::Mat srgb_from_linear(const cv::Mat& linear) {
  cv::Mat bgr(linear.size(), CV_8UC3);
  for (int y = 0; y < linear.rows; ++y)
    for (int x = 0; x < linear.cols; ++x)
      for (int i = 0; i < 3; ++i) {
        const double v = std::clamp<double>(linear.at<cv::Vec3f>(y, x)[i], 0, 1);
        const double coded = v <= 0.0031308 ? 12.92 * v : 1.055 * std::pow(v, 1 / 2.4) - 0.055;
        bgr.at<cv::Vec3b>(y, x)[i] = cv::saturate_cast<std::uint8_t>(coded * 255);
      }
  return bgr;
}

}  // namespace

ScreenPhoto photograph_screen(const cv::Mat& screen_bgr, cv::Size size, Random& random) {
  const double w = screen_bgr.cols, h = screen_bgr.rows;
  Lens lens;
  lens.focal_px = size.width;
  lens.centre = {(size.width - 1) / 2.0, (size.height - 1) / 2.0};
  Pose pose;
  pose.target = {(w - 1) / 2, (h - 1) / 2};
  const double share = random.uniform(0.8, 0.95);
  pose.distance = lens.focal_px * std::max(w / size.width, h / size.height) / share;
  pose.tilt = tilt_towards(random.uniform(0, 20) * kDegree, any_direction(random));
  pose.roll_rad = random.uniform(-6, 6) * kDegree;
  const Camera camera(lens, pose);
  const cv::Point2d corners[] = {{0, 0}, {w, 0}, {w, h}, {0, h}};
  cv::Point2f from[4], to[4];
  for (int i = 0; i < 4; ++i) {
    from[i] = camera.pixel_from_page(corners[i]);
    to[i] = corners[i];
  }
  const cv::Matx33d screen_from_pixel = cv::getPerspectiveTransform(from, to);
  cv::Mat light = seen(linear_from_srgb(screen_bgr), screen_from_pixel, size);
  cv::GaussianBlur(light, light, {}, random.uniform(0.3, 0.7));
  light *= random.uniform(0.6, 1.1);
  light += cv::Scalar::all(random.uniform(0.0, 0.06));  // the room in the glass
  const cv::Mat photo =
      srgb_from_linear(through_mosaic(light, random.uniform(0.005, 0.02), random));
  std::vector<std::uint8_t> bytes;
  cv::imencode(".jpg", photo, bytes, {cv::IMWRITE_JPEG_QUALITY, random.integer(82, 95)});
  return {cv::imdecode(bytes, cv::IMREAD_COLOR), Homography(screen_from_pixel.inv())};
}

}  // namespace gridlens::generator
