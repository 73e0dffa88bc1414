#include "tests/simulator/texture.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "tests/simulator/light.h"

namespace gridlens::generator {
namespace {

constexpr double kStep = 0.70710678118654752;  // of a level to the next
constexpr int kLeast = 48;                     // pixels a side
constexpr float kPaperWhite = 0.9f;

cv::Mat code(const cv::Mat& premultiplied) {
  cv::Mat coded(premultiplied.size(), CV_8UC4);
  for (int y = 0; y < coded.rows; ++y) {
    const auto* from = premultiplied.ptr<float>(y);
    auto* to = coded.ptr<std::uint8_t>(y);
    for (int x = 0; x < 4 * coded.cols; ++x) {
      const float v = std::clamp(from[x], 0.0f, 1.0f);
      to[x] = static_cast<std::uint8_t>(255 * (x % 4 == 3 ? v : std::sqrt(v)) + 0.5f);
    }
  }
  return coded;
}

// The rectangle around the middle that covers fully: all but the shadow of a sheet.
cv::Rect full_part(const cv::Mat& coded) {
  const auto full = [&](int x, int y) { return coded.at<cv::Vec4b>(y, x)[3] == 255; };
  const cv::Point middle(coded.cols / 2, coded.rows / 2);
  int left = middle.x, right = middle.x, top = middle.y, bottom = middle.y;
  while (left > 0 && full(left - 1, middle.y)) --left;
  while (right < coded.cols && full(right, middle.y)) ++right;
  while (top > 0 && full(middle.x, top - 1)) --top;
  while (bottom < coded.rows && full(middle.x, bottom)) ++bottom;
  for (int y = top; y < bottom; ++y)
    for (int x = left; x < right; ++x)
      if (!full(x, y)) return {};
  return {left, top, right - left, bottom - top};
}

}  // namespace

Texture::Texture(const cv::Mat& premultiplied, cv::Point2d origin) : origin_(origin) {
  std::vector<cv::Mat> pictures{premultiplied};
  for (double scale = 1;;) {
    const cv::Mat& picture = pictures.back();
    const double x = double(picture.cols) / premultiplied.cols;
    const double y = double(picture.rows) / premultiplied.rows;
    const cv::Mat coded = code(picture);
    levels_.push_back(
        {coded,
         full_part(coded),
         {x, 0, (origin.x + 0.5) * x - 0.5, 0, y, (origin.y + 0.5) * y - 0.5, 0, 0, 1}});
    scale *= kStep;
    const cv::Size next(int(std::lround(premultiplied.cols * scale)),
                        int(std::lround(premultiplied.rows * scale)));
    if (std::min(next.width, next.height) < kLeast) return;
    // From the level twice as fine where there is one: small ratios average unevenly.
    cv::Mat smaller;
    cv::resize(pictures[pictures.size() < 2 ? 0 : pictures.size() - 2], smaller, next, 0, 0,
               cv::INTER_AREA);
    pictures.push_back(smaller);
  }
}

const Texture::Level& Texture::level_for(double film_pixels_a_unit) const {
  size_t best = 0;
  for (size_t i = 1; i < levels_.size(); ++i)
    if (levels_[i].level_from_thing(0, 0) >= 1.1 * film_pixels_a_unit) best = i;
  return levels_[best];
}

cv::Rect2d Texture::area() const {
  const cv::Size size = levels_[0].coded.size();
  return {-origin_.x - 0.5, -origin_.y - 0.5, double(size.width), double(size.height)};
}

float Texture::coverage(cv::Point2d point) const {
  if (!area().contains(point)) return 0;
  const cv::Point at(int(std::lround(point.x + origin_.x)), int(std::lround(point.y + origin_.y)));
  const cv::Mat& picture = levels_[0].coded;
  if (at.x < 0 || at.y < 0 || at.x >= picture.cols || at.y >= picture.rows) return 0;
  return static_cast<float>(picture.at<cv::Vec4b>(at)[3]) / 255;
}

Texture sheet_texture(const cv::Mat& bgr, double shadow_px) {
  const int margin = int(std::ceil(3 * shadow_px));
  cv::Mat whole(bgr.rows + 2 * margin, bgr.cols + 2 * margin, CV_32FC4, cv::Scalar::all(0));
  if (margin > 0) {
    // A quarter of the size is fine enough for a soft shadow.
    cv::Mat shade = cv::Mat::zeros((whole.rows + 3) / 4, (whole.cols + 3) / 4, CV_32FC1);
    const double aside = 0.6 * shadow_px;
    shade(cv::Rect(cv::Point(int(margin + aside) / 4, int(margin + 1.4 * aside) / 4),
                   cv::Size(bgr.cols / 4, bgr.rows / 4)) &
          cv::Rect({}, shade.size()))
        .setTo(0.42f);
    cv::GaussianBlur(shade, shade, {}, shadow_px / 4);
    cv::resize(shade, shade, whole.size(), 0, 0, cv::INTER_LINEAR);
    cv::insertChannel(shade, whole, 3);
  }
  const cv::Mat light = linear_from_srgb(bgr);
  for (int y = 0; y < bgr.rows; ++y) {
    const auto* from = light.ptr<cv::Vec3f>(y);
    auto* to = whole.ptr<cv::Vec4f>(y + margin) + margin;
    for (int x = 0; x < bgr.cols; ++x)
      to[x] = {kPaperWhite * from[x][0], kPaperWhite * from[x][1], kPaperWhite * from[x][2], 1};
  }
  return Texture(whole, cv::Point2d(margin, margin));
}

Texture desk_texture(cv::Size size, Desk kind, Random& random) {
  cv::Mat desk;
  cv::cvtColor(desk_top(size, kind, random), desk, cv::COLOR_BGR2BGRA);  // coverage 1
  return Texture(desk, cv::Point2d((size.width - 1) / 2.0, (size.height - 1) / 2.0));
}

}  // namespace gridlens::generator
