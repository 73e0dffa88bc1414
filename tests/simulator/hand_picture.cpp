#include "tests/simulator/hand_picture.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

namespace gridlens::generator {
namespace {

// A round limb from `from` to `to`, of two radii; its height over the page is that of a sphere's
// way.
struct Limb {
  cv::Point2d from, to;
  double from_radius, to_radius;
};

// Distance from the limb's skin as a share of its radius: 0 on its axis, 1 at its rim.
double depth_in(const Limb& limb, cv::Point2d at, double& radius) {
  const cv::Point2d axis = limb.to - limb.from, from = at - limb.from;
  const double share = std::clamp(from.dot(axis) / std::max(1e-9, axis.dot(axis)), 0.0, 1.0);
  radius = limb.from_radius + (limb.to_radius - limb.from_radius) * share;
  const cv::Point2d off = from - axis * share;
  return std::hypot(off.x, off.y) / radius;
}

struct Anatomy {
  std::vector<Limb> skin, sleeve;
  std::vector<Limb> nails;
};

Anatomy pose_hand(double length, double arm, Random& random) {
  Anatomy hand;
  const double u = length;
  const double spread = random.uniform(0.0, 1.0);
  const bool left = random.chance(0.5);
  const double side = left ? -1 : 1;
  const std::array<double, 4> root{-0.155, -0.055, 0.045, 0.14};
  const std::array<double, 4> reach{0.40, 0.47, 0.50, 0.46};
  for (size_t i = 0; i < 4; ++i) {
    const double fan = (root[i] * 1.1 + 0.0) * (0.4 + 1.3 * spread);
    const double bend = random.uniform(0.82, 1.0);
    const cv::Point2d knuckle(-0.13 * u, side * root[i] * u);
    const cv::Point2d tip(-reach[i] * bend * u, side * (root[i] + fan) * u);
    const cv::Point2d joint = knuckle + (tip - knuckle) * 0.5;
    const double thick = (i == 0 ? 0.040 : 0.047) * u;
    hand.skin.push_back({knuckle, joint, thick * 1.15, thick});
    hand.skin.push_back({joint, tip, thick, thick * 0.82});
    const cv::Point2d on = tip - knuckle;
    hand.nails.push_back({tip - on * 0.02, tip - on * 0.10, thick * 0.5, thick * 0.55});
  }
  // Thumb, palm, wrist.
  const double out = random.uniform(0.20, 0.36);
  hand.skin.push_back(
      {{0.06 * u, side * 0.15 * u}, {-0.08 * u, side * out * u}, 0.075 * u, 0.055 * u});
  hand.skin.push_back(
      {{-0.08 * u, side * out * u}, {-0.19 * u, side * (out + 0.05) * u}, 0.052 * u, 0.042 * u});
  for (const double y : {-0.11, -0.03, 0.05, 0.12})
    hand.skin.push_back(
        {{-0.13 * u, side * y * u}, {0.22 * u, side * y * 0.45 * u}, 0.075 * u, 0.10 * u});
  hand.skin.push_back({{0.15 * u, 0}, {0.42 * u, 0}, 0.125 * u, 0.115 * u});
  hand.sleeve.push_back(
      {{0.40 * u, 0}, {0.40 * u + arm, random.uniform(-0.1, 0.1) * arm}, 0.16 * u, 0.21 * u});
  return hand;
}

// Height and shade of the nearest limb at a point; false where none is.
bool surface(const std::vector<Limb>& limbs, cv::Point2d at, double& height) {
  height = 0;
  for (const Limb& limb : limbs) {
    double radius = 1;
    const double depth = depth_in(limb, at, radius);
    if (depth < 1) height = std::max(height, radius * std::sqrt(1 - depth * depth));
  }
  return height > 0;
}

}  // namespace

Texture hand_texture(double length_px, double arm_px, Random& random) {
  const Anatomy hand = pose_hand(length_px, arm_px, random);
  const std::array<cv::Vec3f, 4> skins{
      cv::Vec3f(0.36f, 0.44f, 0.68f), cv::Vec3f(0.24f, 0.33f, 0.56f),
      cv::Vec3f(0.12f, 0.18f, 0.34f), cv::Vec3f(0.055f, 0.08f, 0.16f)};
  const cv::Vec3f skin = skins[static_cast<size_t>(random.integer(0, 3))];
  const std::array<cv::Vec3f, 4> cloths{
      cv::Vec3f(0.20f, 0.10f, 0.05f), cv::Vec3f(0.05f, 0.05f, 0.05f),
      cv::Vec3f(0.55f, 0.56f, 0.58f), cv::Vec3f(0.09f, 0.10f, 0.35f)};
  const cv::Vec3f cloth = cloths[static_cast<size_t>(random.integer(0, 3))];
  const double margin = 0.15 * length_px;
  const cv::Rect2d box(-0.6 * length_px - margin, -0.5 * length_px - margin,
                       1.05 * length_px + arm_px + margin, length_px + 2 * margin);
  const cv::Size size(int(box.width), int(box.height));
  cv::Mat height(size, CV_32FC1, cv::Scalar(0)), colour(size, CV_32FC3, cv::Scalar::all(0));
  cv::Mat is_sleeve(size, CV_8UC1, cv::Scalar(0));
  for (int y = 0; y < size.height; ++y)
    for (int x = 0; x < size.width; ++x) {
      const cv::Point2d at = box.tl() + cv::Point2d(x, y);
      double high = 0, nail = 0;
      const bool sleeve = at.x > 0.2 * length_px && surface(hand.sleeve, at, high);
      if (!sleeve && !surface(hand.skin, at, high)) continue;
      height.at<float>(y, x) = static_cast<float>(high);
      is_sleeve.at<std::uint8_t>(y, x) = sleeve ? 1 : 0;
      const bool on_nail = !sleeve && surface(hand.nails, at, nail);
      colour.at<cv::Vec3f>(y, x) = sleeve    ? cloth
                                   : on_nail ? skin * 1.12f + cv::Vec3f::all(0.05f)
                                             : skin;
    }
  // Coverage from the outline, light from the slope; creases between limbs are softened.
  cv::Mat mask = height > 0, coverage, smooth;
  mask.convertTo(coverage, CV_32FC1, 1 / 255.0);
  cv::GaussianBlur(coverage, coverage, {}, 0.8);
  cv::GaussianBlur(height, smooth, {}, 0.012 * length_px);
  cv::Mat mottle(std::max(2, size.height / 12), std::max(2, size.width / 12), CV_32FC1);
  for (float& v : cv::Mat_<float>(mottle)) v = static_cast<float>(1 + 0.035 * random.normal());
  cv::resize(mottle, mottle, size, 0, 0, cv::INTER_CUBIC);
  cv::Mat shadow;
  const cv::Matx23f aside(1, 0, static_cast<float>(0.03 * length_px), 0, 1,
                          static_cast<float>(0.045 * length_px));
  cv::warpAffine(coverage, shadow, aside, size);
  cv::GaussianBlur(shadow, shadow, {}, 0.02 * length_px);
  cv::Mat picture(size, CV_32FC4, cv::Scalar::all(0));
  for (int y = 1; y + 1 < size.height; ++y)
    for (int x = 1; x + 1 < size.width; ++x) {
      const float cover = coverage.at<float>(y, x), dark = 0.5f * shadow.at<float>(y, x);
      auto& pixel = picture.at<cv::Vec4f>(y, x);
      pixel[3] = cover + (1 - cover) * dark;
      if (cover <= 0) continue;
      const float dx = (smooth.at<float>(y, x + 1) - smooth.at<float>(y, x - 1)) / 2;
      const float dy = (smooth.at<float>(y + 1, x) - smooth.at<float>(y - 1, x)) / 2;
      const float slope = 1 / std::sqrt(1 + dx * dx + dy * dy);
      const float lit = std::clamp(slope * (0.92f + 0.30f * dx + 0.42f * dy), 0.16f, 1.15f);
      for (int i = 0; i < 3; ++i)
        pixel[i] = cover * colour.at<cv::Vec3f>(y, x)[i] * lit * mottle.at<float>(y, x);
    }
  return Texture(picture, -box.tl());
}

}  // namespace gridlens::generator
