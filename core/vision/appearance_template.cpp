#include "core/vision/appearance_template.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace gridlens {

namespace {

// Correlation coefficient of two equally large CV_8UC1 pictures where `mask` is set, -1..1.
double correlation(const cv::Mat& a, const cv::Mat& b, const cv::Mat& mask) {
  double n = 0, sum_a = 0, sum_b = 0, aa = 0, bb = 0, ab = 0;
  for (int y = 0; y < a.rows; ++y)
    for (int x = 0; x < a.cols; ++x) {
      if (!mask.empty() && mask.at<std::uint8_t>(y, x) == 0) continue;
      const double va = a.at<std::uint8_t>(y, x);
      const double vb = b.at<std::uint8_t>(y, x);
      n += 1, sum_a += va, sum_b += vb, aa += va * va, bb += vb * vb, ab += va * vb;
    }
  const double spread = (aa * n - sum_a * sum_a) * (bb * n - sum_b * sum_b);
  return spread > 0 ? (ab * n - sum_a * sum_b) / std::sqrt(spread) : 0;
}

}  // namespace

double likeness(const AppearanceTemplate& a, const AppearanceTemplate& b) {
  cv::Mat both;
  if (a.inside.empty() || b.inside.empty())
    both = a.inside.empty() ? b.inside : a.inside;
  else
    cv::bitwise_and(a.inside, b.inside, both);
  return correlation(a.grey, b.grey, both);
}

Homography BoardCutout::level_from_image(int level) const {
  return GreyPyramid::level_from_full(level) * Homography::translation(-cut_.tl());
}

Homography BoardCutout::image_from_level(int level) const {
  return Homography::translation(cut_.tl()) * GreyPyramid::full_from_level(level);
}

double BoardCutout::thumbnail_cell_px(int n) {
  return std::clamp(72.0 / n, 3.0, 8.0);
}

cv::Mat BoardCutout::square_on(const Homography& image_from_board, int n, double cell,
                               int margin) const {
  const int level = pyramid_.level_for(image_from_board.mean_cell_px(n), cell);
  const int side = static_cast<int>(std::lround(n * cell)) + 2 * margin;
  const double scale = 1 / cell;
  const double shift = (0.5 - margin) * scale;
  const cv::Matx33d board_from_thumb(scale, 0, shift, 0, scale, shift, 0, 0, 1);
  const cv::Matx33d level_from_thumb =
      (level_from_image(level) * image_from_board).matrix() * board_from_thumb;
  cv::Mat out;
  cv::warpPerspective(pyramid_.level(level).grey, out, level_from_thumb, {side, side},
                      cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
  return out;
}

AppearanceTemplate BoardCutout::appearance_at(const Homography& image_from_board, int n) const {
  AppearanceTemplate look{square_on(image_from_board, n, thumbnail_cell_px(n), 0), {}};
  const cv::Rect2d picture(cut_.x, cut_.y, cut_.width - 1, cut_.height - 1);
  const Quad outline = image_from_board.outline(n);
  if (std::all_of(outline.corners.begin(), outline.corners.end(),
                  [&](const cv::Point2d& corner) { return picture.contains(corner); }))
    return look;
  look.inside = cv::Mat::zeros(look.grey.size(), CV_8U);
  const double cells_px = static_cast<double>(n) / look.grey.cols;
  for (int y = 0; y < look.grey.rows; ++y)
    for (int x = 0; x < look.grey.cols; ++x)
      if (picture.contains(image_from_board({(x + 0.5) * cells_px, (y + 0.5) * cells_px})))
        look.inside.at<std::uint8_t>(y, x) = 255;
  return look;
}

}  // namespace gridlens
