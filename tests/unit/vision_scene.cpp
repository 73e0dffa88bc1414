#include "tests/unit/vision_scene.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <random>

namespace gridlens {

namespace {

constexpr int kCellPx = 80;  // texture resolution
constexpr int kOver = 4;     // supersampling

void fill(cv::Mat& texture, double x0, double y0, double x1, double y1, int grey) {
  cv::rectangle(texture,
                cv::Rect(cv::Point(cvRound(x0), cvRound(y0)), cv::Point(cvRound(x1), cvRound(y1))),
                cv::Scalar(grey), cv::FILLED);
}

// A tile with round corners: a cross and four discs.
void tile(cv::Mat& texture, double x0, double y0, double x1, double y1, int grey) {
  const double r = 0.12 * (x1 - x0);
  fill(texture, x0 + r, y0, x1 - r, y1, grey);
  fill(texture, x0, y0 + r, x1, y1 - r, grey);
  for (const double x : {x0 + r, x1 - r})
    for (const double y : {y0 + r, y1 - r})
      cv::circle(texture, {cvRound(x), cvRound(y)}, cvRound(r), cv::Scalar(grey), cv::FILLED);
}

// The page as a texture; board corner (0,0) lies at pixel edge margin * kCellPx.
cv::Mat page_texture(const Print& print, double margin_cells) {
  const int n = print.shape.n();
  const double origin = margin_cells * kCellPx;
  const int side = cvRound(2 * origin + n * kCellPx);
  cv::Mat texture(side, side, CV_8UC1, cv::Scalar(print.paper_grey));
  const auto at = [&](double cells) { return origin + cells * kCellPx; };
  if (print.shaded_grey > 0)
    for (int row = 0; row < n; ++row)
      for (int col = 0; col < n; ++col)
        if ((row / print.shape.box_rows + col / print.shape.box_cols) % 2 == 1)
          fill(texture, at(col), at(row), at(col + 1), at(row + 1), print.shaded_grey);
  const double gap = print.tile_gap_cells / 2;
  for (int row = 0; gap > 0 && row < n; ++row)
    for (int col = 0; col < n; ++col)
      tile(texture, at(col + gap), at(row + gap), at(col + 1 - gap), at(row + 1 - gap),
           print.tile_grey);
  std::mt19937 random(print.seed);
  for (int row = 0; row < n; ++row)
    for (int col = 0; col < n; ++col) {
      if (random() % 1000 >= print.digit_share * 1000) continue;
      const std::string digit(1, static_cast<char>('1' + random() % 9));
      cv::putText(texture, digit, {cvRound(at(col + 0.28)), cvRound(at(row + 0.74))},
                  cv::FONT_HERSHEY_DUPLEX, 1.8, cv::Scalar(print.line_grey), 4, cv::LINE_AA);
    }
  const double b = print.border_cells / 2;
  for (int k = 0; gap <= 0 && k <= n; ++k) {
    const bool border = k == 0 || k == n;
    if (border && print.border_cells <= 0) continue;
    const auto width = [&](int step) {
      return border ? print.border_cells
                    : (print.box_lines && k % step == 0 ? print.thick_cells : print.thin_cells);
    };
    const double vertical = width(print.shape.box_cols) / 2;
    const double horizontal = width(print.shape.box_rows) / 2;
    fill(texture, at(k - vertical), at(-b), at(k + vertical), at(n + b), print.line_grey);
    fill(texture, at(-b), at(k - horizontal), at(n + b), at(k + horizontal), print.line_grey);
  }
  if (print.frame_gap_cells > 0) {
    const double g = print.frame_gap_cells;
    const double w = 0.03;
    fill(texture, at(-g - w), at(-g - w), at(n + g + w), at(-g + w), print.line_grey);
    fill(texture, at(-g - w), at(n + g - w), at(n + g + w), at(n + g + w), print.line_grey);
    fill(texture, at(-g - w), at(-g), at(-g + w), at(n + g), print.line_grey);
    fill(texture, at(n + g - w), at(-g), at(n + g + w), at(n + g), print.line_grey);
  }
  if (print.inverted) cv::bitwise_not(texture, texture);
  return texture;
}

}  // namespace

void render_board_into(cv::Mat& image, const Print& print, const Homography& image_from_board,
                       double page_margin_cells) {
  const int n = print.shape.n();
  cv::Mat texture = page_texture(print, page_margin_cells);
  // Texture finer than the supersampled picture would alias: average it down first.
  const double cell_px =
      std::sqrt(std::abs(image_from_board.outline(n).signed_area_px2())) / n * kOver;
  int shrink = 1;
  while (kCellPx / (2 * shrink) >= cell_px && kCellPx % (2 * shrink) == 0 &&
         texture.cols % (2 * shrink) == 0)
    shrink *= 2;
  if (shrink > 1) cv::resize(texture, texture, texture.size() / shrink, 0, 0, cv::INTER_AREA);
  const double t = static_cast<double>(shrink) / kCellPx;
  // Texture pixel i covers [i, i + 1) in texture edges.
  const cv::Matx33d board_from_texture(t, 0, 0.5 * t - page_margin_cells, 0, t,
                                       0.5 * t - page_margin_cells, 0, 0, 1);
  const double s = kOver;
  const cv::Matx33d super_from_image(s, 0, 0.5 * s - 0.5, 0, s, 0.5 * s - 0.5, 0, 0, 1);
  cv::Mat super;
  cv::resize(image, super, image.size() * kOver, 0, 0, cv::INTER_NEAREST);
  cv::warpPerspective(texture, super,
                      super_from_image * image_from_board.matrix() * board_from_texture,
                      super.size(), cv::INTER_LINEAR, cv::BORDER_TRANSPARENT);
  cv::resize(super, image, image.size(), 0, 0, cv::INTER_AREA);
}

void finish_scene(cv::Mat& image, const Scene& scene) {
  if (scene.blur_px > 0) cv::GaussianBlur(image, image, {0, 0}, scene.blur_px);
  if (scene.motion_blur_px > 0) {
    const int length = cvRound(scene.motion_blur_px) | 1;
    cv::blur(image, image, {length, 1});
  }
  if (scene.noise_grey > 0) {
    cv::Mat noise(image.size(), CV_16SC1);
    cv::RNG random(scene.seed);
    random.fill(noise, cv::RNG::NORMAL, 0, scene.noise_grey);
    cv::add(image, noise, image, cv::noArray(), CV_8UC1);
  }
}

cv::Mat render_board(const Print& print, const Homography& image_from_board, const Scene& scene) {
  cv::Mat image(scene.size, CV_8UC1, cv::Scalar(scene.desk_grey));
  render_board_into(image, print, image_from_board, scene.page_margin_cells);
  finish_scene(image, scene);
  return image;
}

Homography pose(const Scene& scene, int n, double side_px, double turn_deg, double tilt_deg,
                double tilt_axis_deg, cv::Point2d offset_px) {
  const double focal = 1.1 * scene.size.width;
  const double depth = focal * n / side_px;
  const double a = tilt_axis_deg * CV_PI / 180;
  const double t = tilt_deg * CV_PI / 180;
  const double r = turn_deg * CV_PI / 180;
  // Rotation about an axis in the page (Rodrigues), then in the picture.
  const cv::Matx33d k(0, 0, std::sin(a), 0, 0, -std::cos(a), -std::sin(a), std::cos(a), 0);
  const cv::Matx33d tilt = cv::Matx33d::eye() + k * std::sin(t) + k * k * (1 - std::cos(t));
  const cv::Matx33d turn(std::cos(r), -std::sin(r), 0, std::sin(r), std::cos(r), 0, 0, 0, 1);
  const cv::Matx33d rotation = turn * tilt;
  const cv::Matx33d camera(focal, 0, (scene.size.width - 1) / 2.0 + offset_px.x, 0, focal,
                           (scene.size.height - 1) / 2.0 + offset_px.y, 0, 0, 1);
  const cv::Matx33d plane(rotation(0, 0), rotation(0, 1), 0, rotation(1, 0), rotation(1, 1), 0,
                          rotation(2, 0), rotation(2, 1), depth);
  const cv::Matx33d centred(1, 0, -n / 2.0, 0, 1, -n / 2.0, 0, 0, 1);
  return Homography(camera * plane * centred);
}

double corner_error_px(const Quad& found, const Quad& truth) {
  return closest_turn(found, truth).distance_px;
}

}  // namespace gridlens
