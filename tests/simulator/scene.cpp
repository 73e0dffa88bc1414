#include "tests/simulator/scene.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "tests/simulator/light.h"

namespace gridlens::generator {
namespace {

constexpr double kPageWhite = 58000;  // of 65535: room for glare above

cv::Mat smooth_field(cv::Size size, int across, int down, Random& random) {
  cv::Mat small(down, across, CV_32FC1), full;
  for (float& v : cv::Mat_<float>(small)) v = static_cast<float>(random.normal());
  cv::resize(small, full, size, 0, 0, cv::INTER_CUBIC);
  return full;
}

// Reflects a coordinate that left the scene back into its desk margin, so that no page repeats.
float fold(double v, int size, double margin) {
  const double band = margin * 0.7, end = size - 1;
  if (v >= 0 && v <= end) return static_cast<float>(v);
  const double out = std::fmod(v < 0 ? -v : v - end, 2 * band);
  const double in = out < band ? out : 2 * band - out;
  return static_cast<float>(v < 0 ? in : end - in);
}

}  // namespace

cv::Mat desk_top(cv::Size size, Desk kind, Random& random) {
  cv::Mat desk(size, CV_32FC3);
  const std::array<cv::Vec3f, 4> woods{
      cv::Vec3f(0.045f, 0.105f, 0.20f), cv::Vec3f(0.10f, 0.19f, 0.32f),
      cv::Vec3f(0.025f, 0.05f, 0.10f), cv::Vec3f(0.16f, 0.25f, 0.36f)};
  const cv::Vec3f base = kind == Desk::plain   ? cv::Vec3f(0.25f, 0.26f, 0.27f)
                         : kind == Desk::cloth ? cv::Vec3f(0.12f, 0.09f, 0.07f)
                                               : woods[static_cast<size_t>(random.integer(0, 3))];
  cv::Mat broad = smooth_field(size, 5, 5, random);
  cv::Mat streaks, fine;
  if (kind == Desk::wood) {
    streaks = smooth_field(size, 5, std::max(8, size.height / 26), random);
    fine = smooth_field(size, std::max(8, size.width / 70), std::max(8, size.height / 3), random);
  } else {
    streaks = smooth_field(size, 60, 60, random);
    fine = smooth_field(size, std::max(8, size.width / 3), std::max(8, size.height / 3), random);
  }
  const float streak = kind == Desk::wood ? 0.17f : 0.03f,
              grain = kind == Desk::plain ? 0.02f : 0.09f;
  const double plank = size.height / random.uniform(2.2, 4.5);
  for (int y = 0; y < size.height; ++y) {
    auto* pixel = desk.ptr<cv::Vec3f>(y);
    const bool seam = kind == Desk::wood && std::fmod(y + plank * 0.4, plank) < 2.5;
    for (int x = 0; x < size.width; ++x) {
      float tone = 1 + 0.10f * broad.at<float>(y, x) + streak * streaks.at<float>(y, x) +
                   grain * fine.at<float>(y, x);
      if (seam) tone *= 0.45f;
      pixel[x] = base * std::clamp(tone, 0.25f, 1.9f);
    }
  }
  return desk;
}

Scene::Scene(const cv::Mat& page_bgr, Desk desk_kind, double finest, Random random) {
  scale_ = std::min(1.0, 2.0 * finest);
  cv::Mat page = linear_from_srgb(page_bgr);  // CV_32FC3, 1 is full white
  if (scale_ < 1) {
    const cv::Size small(std::max(1, int(std::lround(page.cols * scale_))),
                         std::max(1, int(std::lround(page.rows * scale_))));
    // Sides are rounded to whole pixels: pad the page so that the scale is exact both ways.
    const int width = int(std::ceil(small.width / scale_)),
              height = int(std::ceil(small.height / scale_));
    cv::Mat padded;
    cv::copyMakeBorder(page, padded, 0, std::max(0, height - page.rows), 0,
                       std::max(0, width - page.cols), cv::BORDER_REPLICATE);
    const cv::Matx23d shrink(1 / scale_, 0, 0.5 / scale_ - 0.5, 0, 1 / scale_, 0.5 / scale_ - 0.5);
    // Area average by supersampling: exact scale, unlike a resize to whole pixels.
    cv::Mat sum = cv::Mat::zeros(small, CV_32FC3), part;
    const int grid = std::max(2, int(std::ceil(1 / scale_)));
    for (int j = 0; j < grid; ++j)
      for (int i = 0; i < grid; ++i) {
        cv::Matx23d shifted = shrink;
        shifted(0, 2) += ((i + 0.5) / grid - 0.5) / scale_;
        shifted(1, 2) += ((j + 0.5) / grid - 0.5) / scale_;
        cv::warpAffine(padded, part, shifted, small, cv::INTER_LINEAR | cv::WARP_INVERSE_MAP,
                       cv::BORDER_REPLICATE);
        sum += part;
      }
    page = sum / (grid * grid);
  }
  const int mx = int(page.cols * 0.45), my = int(page.rows * 0.45);
  margin_x_ = mx, margin_y_ = my;
  cv::Mat world = desk_top({page.cols + 2 * mx, page.rows + 2 * my}, desk_kind, random);
  // The page's own soft shadow on the desk, then the page.
  const cv::Rect sheet(mx, my, page.cols, page.rows);
  cv::Mat shade = cv::Mat::ones(world.size(), CV_32FC1);
  const double soft = std::max(2.0, page.cols * 0.006);
  shade(cv::Rect(mx + int(soft), my + int(soft * 1.4), page.cols, page.rows)).setTo(0.45f);
  cv::GaussianBlur(shade, shade, {}, soft);
  cv::Mat shade3;
  cv::cvtColor(shade, shade3, cv::COLOR_GRAY2BGR);
  world = world.mul(shade3);
  page.copyTo(world(sheet));
  cv::Mat fine;
  world.convertTo(fine, CV_16UC3, kPageWhite);
  levels_.push_back(fine);
  while (std::min(levels_.back().cols, levels_.back().rows) > 64) {
    cv::Mat even = levels_.back(), half;
    even = even(cv::Rect(0, 0, even.cols / 2 * 2, even.rows / 2 * 2));
    cv::resize(even, half, even.size() / 2, 0, 0, cv::INTER_AREA);
    levels_.push_back(half);
  }
}

void Scene::sample(const Lens& lens, const Camera& camera, cv::Point2d offset, cv::Size size,
                   int level, cv::Mat& sum) const {
  const cv::Mat& texture = levels_[static_cast<size_t>(level)];
  const double shrink = 1.0 / (1 << level);
  const cv::Size full = levels_[0].size();
  // Distortion undone by a table over the squared radius: smooth, so that linear steps are exact
  // to 1e-7.
  constexpr int kTable = 4096;
  const double reach_x = std::max(lens.centre.x, size.width - lens.centre.x) + 2;
  const double reach_y = std::max(lens.centre.y, size.height - lens.centre.y) + 2;
  const double most = (reach_x * reach_x + reach_y * reach_y) / (lens.focal_px * lens.focal_px);
  const bool bent = lens.k1 != 0 || lens.k2 != 0;
  std::vector<double> table;
  for (int i = 0; bent && i <= kTable + 1; ++i) {
    const double r = std::sqrt(most * i / kTable) + 1e-9;
    table.push_back(lens.ideal_from_pixel(lens.centre + cv::Point2d(r * lens.focal_px, 0)).x / r);
  }
  cv::Mat map(size, CV_32FC2);
  for (int y = 0; y < size.height; ++y) {
    auto* target = map.ptr<cv::Vec2f>(y);
    const double yd = (y + offset.y - lens.centre.y) / lens.focal_px;
    for (int x = 0; x < size.width; ++x) {
      const double xd = (x + offset.x - lens.centre.x) / lens.focal_px;
      double s = 1;
      if (bent) {
        const double at = (xd * xd + yd * yd) / most * kTable;
        const auto i = static_cast<size_t>(at);
        s = table[i] + (at - double(i)) * (table[i + 1] - table[i]);
      }
      cv::Point2d page;
      if (!camera.page_from_ideal(xd * s, yd * s, page)) page = {-1e5, -1e5};
      page.x = std::clamp(page.x, -1e5, 1e5), page.y = std::clamp(page.y, -1e5, 1e5);
      const double wx = fold((page.x + 0.5) * scale_ + margin_x_, full.width, margin_x_);
      const double wy = fold((page.y + 0.5) * scale_ + margin_y_, full.height, margin_y_);
      target[x] = {static_cast<float>(wx * shrink - 0.5), static_cast<float>(wy * shrink - 0.5)};
    }
  }
  cv::Mat seen;
  cv::remap(texture, seen, map, cv::noArray(), cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  cv::accumulate(seen, sum);
}

cv::Mat Scene::look(const Lens& lens, const std::vector<Pose>& views, const Curl& curl,
                    cv::Size size) const {
  const Pose& middle = views[views.size() / 2];
  const double magnification = Camera(lens, middle, curl).magnification(middle.target);
  // Between 1.3 and 2.6 texels a pixel.
  const int level = std::clamp(int(std::floor(std::log2(scale_ / magnification / 1.3))), 0,
                               int(levels_.size()) - 1);
  const bool steep = middle.tilt_rad() > 0.6;
  const size_t least = steep ? 9 : 4;
  const size_t count = std::max(views.size(), least);
  const int grid = steep ? 3 : 2;
  cv::Mat sum = cv::Mat::zeros(size, CV_32FC3);
  for (size_t i = 0; i < count; ++i) {
    const Pose& pose = views[i * views.size() / count];
    const int slot = static_cast<int>(i) % (grid * grid);
    const cv::Point2d offset((slot % grid + 0.5) / grid - 0.5, (slot / grid + 0.5) / grid - 0.5);
    sample(lens, Camera(lens, pose, curl), offset, size, level, sum);
  }
  return sum * (0.9 / (kPageWhite * static_cast<double>(count)));
}

}  // namespace gridlens::generator
