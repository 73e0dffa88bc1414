#include "tests/report/degrade.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgcodecs.hpp>
#include <opencv2/imgproc.hpp>
#include <stdexcept>
#include <utility>
#include <vector>

namespace gridlens::report {

namespace {

cv::Mat with_noise(const cv::Mat& picture, double sigma, std::uint64_t seed = 7) {
  cv::RNG rng(seed);
  cv::Mat noise(picture.size(), CV_16SC(picture.channels()));
  rng.fill(noise, cv::RNG::NORMAL, cv::Scalar::all(0), cv::Scalar::all(sigma));
  cv::Mat wide;
  picture.convertTo(wide, CV_16S);
  wide += noise;
  cv::Mat result;
  wide.convertTo(result, CV_8U);
  return result;
}

cv::Mat scaled(const cv::Mat& picture, double factor) {
  cv::Mat result;
  cv::resize(picture, result, {}, factor, factor, cv::INTER_AREA);
  return result;
}

cv::Mat jpeg(const cv::Mat& picture, int quality) {
  std::vector<std::uint8_t> bytes;
  cv::imencode(".jpg", picture, bytes, {cv::IMWRITE_JPEG_QUALITY, quality});
  return cv::imdecode(bytes, cv::IMREAD_UNCHANGED);
}

// The picture under a homography that keeps all of it in view; what lies around it is grey.
cv::Mat seen(const cv::Mat& picture, const std::vector<cv::Point2f>& corners) {
  const cv::Rect2f box = cv::boundingRect(corners);
  std::vector<cv::Point2f> to;
  for (const cv::Point2f& corner : corners) to.push_back(corner - box.tl());
  const auto width = static_cast<float>(picture.cols - 1);
  const auto height = static_cast<float>(picture.rows - 1);
  const std::vector<cv::Point2f> from{{0, 0}, {width, 0}, {width, height}, {0, height}};
  cv::Mat result;
  cv::warpPerspective(picture, result, cv::getPerspectiveTransform(from, to),
                      cv::Size(cvCeil(box.width), cvCeil(box.height)), cv::INTER_AREA,
                      cv::BORDER_CONSTANT, cv::Scalar::all(120));
  return result;
}

std::vector<cv::Point2f> corners_of(const cv::Mat& picture) {
  const auto width = static_cast<float>(picture.cols - 1);
  const auto height = static_cast<float>(picture.rows - 1);
  return {{0, 0}, {width, 0}, {width, height}, {0, height}};
}

cv::Mat askew(const cv::Mat& picture, cv::RNG& rng) {
  const double angle = rng.uniform(0.0, 2 * CV_PI);
  std::vector<cv::Point2f> corners = corners_of(picture);
  for (cv::Point2f& p : corners)
    p = {static_cast<float>(p.x * std::cos(angle) - p.y * std::sin(angle)),
         static_cast<float>(p.x * std::sin(angle) + p.y * std::cos(angle))};
  return seen(picture, corners);
}

cv::Mat slanted(const cv::Mat& picture, cv::RNG& rng) {
  std::vector<cv::Point2f> corners = corners_of(picture);
  const auto most = 0.16F * static_cast<float>(std::min(picture.cols, picture.rows));
  for (cv::Point2f& p : corners) p += {rng.uniform(-most, most), rng.uniform(-most, most)};
  return seen(picture, corners);
}

cv::Mat tinted(const cv::Mat& picture, cv::RNG& rng) {
  const cv::Scalar gains(rng.uniform(0.55, 1.15), rng.uniform(0.75, 1.1), rng.uniform(0.55, 1.15));
  cv::Mat result;
  cv::multiply(picture, gains, result);
  return result;
}

// Multiplies by a smooth field: `of` takes the distance from a spot in pictures' diagonals.
template <class Field>
cv::Mat lit(const cv::Mat& picture, Field of) {
  cv::Mat result = picture.clone();
  const double diagonal = std::hypot(picture.cols, picture.rows);
  const int channels = picture.channels();
  for (int y = 0; y < result.rows; ++y) {
    auto* row = result.ptr(y);
    for (int x = 0; x < result.cols; ++x) {
      const auto [gain, added] = of(x / diagonal, y / diagonal);
      for (int c = 0; c < channels; ++c, ++row)
        *row = cv::saturate_cast<std::uint8_t>(*row * gain + added);
    }
  }
  return result;
}

cv::Mat glared(const cv::Mat& picture, cv::RNG& rng) {
  const double diagonal = std::hypot(picture.cols, picture.rows);
  const double cx = rng.uniform(0.2, 0.8) * picture.cols / diagonal;
  const double cy = rng.uniform(0.2, 0.8) * picture.rows / diagonal;
  const double size = rng.uniform(0.04, 0.12);
  const double strength = rng.uniform(80, 260);
  return lit(picture, [=](double x, double y) {
    const double r2 = ((x - cx) * (x - cx) + (y - cy) * (y - cy)) / (size * size);
    return std::pair(1.0, strength * std::exp(-r2 / 2));
  });
}

// A note lies on the page.
cv::Mat noted(const cv::Mat& picture, cv::RNG& rng) {
  const auto side = static_cast<float>(std::min(picture.cols, picture.rows));
  const cv::RotatedRect note({rng.uniform(0.2F, 0.8F) * static_cast<float>(picture.cols),
                              rng.uniform(0.2F, 0.8F) * static_cast<float>(picture.rows)},
                             {rng.uniform(0.1F, 0.4F) * side, rng.uniform(0.1F, 0.4F) * side},
                             rng.uniform(-15.0F, 15.0F));
  cv::Point2f corners[4];
  note.points(corners);
  const std::vector<cv::Point> outline(corners, corners + 4);
  const int light = rng.uniform(150, 250);
  cv::Mat result = picture.clone();
  cv::fillPoly(result, std::vector{outline}, cv::Scalar(light - rng.uniform(0, 80), light, light),
               cv::LINE_AA);
  return result;
}

cv::Mat shaded(const cv::Mat& picture, cv::RNG& rng) {
  const double angle = rng.uniform(0.0, 2 * CV_PI);
  const double at = rng.uniform(-0.15, 0.15);
  const double soft = rng.uniform(0.004, 0.05);
  const double dark = rng.uniform(0.3, 0.7);
  const double diagonal = std::hypot(picture.cols, picture.rows);
  const double mx = 0.5 * picture.cols / diagonal;
  const double my = 0.5 * picture.rows / diagonal;
  return lit(picture, [=](double x, double y) {
    const double d = (x - mx) * std::cos(angle) + (y - my) * std::sin(angle) - at;
    return std::pair(dark + (1 - dark) / (1 + std::exp(-d / soft)), 0.0);
  });
}

cv::Mat soft(const cv::Mat& picture, cv::RNG& rng) {
  cv::Mat result;
  cv::GaussianBlur(picture, result, {}, rng.uniform(0.4, 1.3));
  return jpeg(with_noise(result, rng.uniform(2.0, 14.0), rng.next()), 30);
}

// None where there is no such kind.
cv::Mat degraded_by_chance(const cv::Mat& picture, const std::string& kind, cv::RNG& rng) {
  if (kind == "askew") return askew(picture, rng);
  if (kind == "slanted") return slanted(picture, rng);
  if (kind == "tinted") return tinted(picture, rng);
  if (kind == "glared") return glared(picture, rng);
  if (kind == "noted") return noted(picture, rng);
  if (kind == "shaded") return shaded(picture, rng);
  if (kind == "soft") return soft(picture, rng);
  if (kind == "far")
    return scaled(picture, rng.uniform(150.0, 320.0) / std::min(picture.cols, picture.rows));
  if (kind != "mixed") return {};
  cv::Mat result = picture;
  for (const char* one : {"shaded", "glared", "tinted", "slanted", "askew", "far", "soft"})
    if (rng.uniform(0.0, 1.0) < 0.4) result = degraded_by_chance(result, one, rng);
  return result;
}

}  // namespace

cv::Mat degrade(const cv::Mat& picture, const std::string& kind, std::uint64_t seed) {
  const int longest = std::max(picture.cols, picture.rows);
  cv::Mat result;
  if (kind == "none") return picture;
  if (kind == "blur") {
    cv::GaussianBlur(picture, result, {}, longest / 400.0);
    return result;
  }
  if (kind == "shake") {
    const int length = longest / 130;
    cv::filter2D(picture, result, -1, cv::Mat::eye(length, length, CV_32F) / length);
    return result;
  }
  if (kind == "noise") return with_noise(picture, 15);
  if (kind == "dark") return with_noise(picture * 0.3, 4);
  if (kind == "small") return scaled(picture, 400.0 / longest);
  if (kind == "tiny") return scaled(picture, 260.0 / longest);
  if (kind == "jpeg") return jpeg(picture, 20);
  cv::RNG rng(seed * 7919 + 1);
  for (int i = 0; i < 8; ++i) rng.next();
  result = degraded_by_chance(picture, kind, rng);
  if (!result.empty()) return result;
  throw std::invalid_argument("unknown kind of degradation: " + kind);
}

}  // namespace gridlens::report
