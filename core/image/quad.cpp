#include "core/image/quad.h"

#include <algorithm>
#include <cmath>

namespace gridlens {

namespace {

double cross(cv::Point2d a, cv::Point2d b) {
  return a.x * b.y - a.y * b.x;
}

}  // namespace

Quad Quad::rotated(int quarter_turns) const {
  Quad out;
  for (int i = 0; i < 4; ++i) out.corners[i] = corners[((i + quarter_turns) % 4 + 4) % 4];
  return out;
}

double Quad::signed_area_px2() const {
  double twice = 0;
  for (int i = 0; i < 4; ++i) twice += cross(corners[i], corners[(i + 1) % 4]);
  return twice / 2;
}

bool Quad::is_convex() const {
  int positive = 0;
  int negative = 0;
  for (int i = 0; i < 4; ++i) {
    const cv::Point2d side = corners[(i + 1) % 4] - corners[i];
    const cv::Point2d next = corners[(i + 2) % 4] - corners[(i + 1) % 4];
    const double turn = cross(side, next);
    positive += turn > 0;
    negative += turn < 0;
  }
  return positive == 4 || negative == 4;
}

bool Quad::contains(cv::Point2d point) const {
  bool inside = false;
  for (int i = 0, j = 3; i < 4; j = i++) {
    const cv::Point2d& a = corners[i];
    const cv::Point2d& b = corners[j];
    if ((a.y > point.y) != (b.y > point.y) &&
        point.x < (b.x - a.x) * (point.y - a.y) / (b.y - a.y) + a.x)
      inside = !inside;
  }
  return inside;
}

cv::Point2d Quad::centre() const {
  return (corners[0] + corners[1] + corners[2] + corners[3]) * 0.25;
}

std::array<double, 4> Quad::side_lengths_px() const {
  std::array<double, 4> lengths{};
  for (int i = 0; i < 4; ++i) {
    const cv::Point2d side = corners[(i + 1) % 4] - corners[i];
    lengths[i] = std::hypot(side.x, side.y);
  }
  return lengths;
}

double Quad::shortest_side_px() const {
  const auto sides = side_lengths_px();
  return *std::min_element(sides.begin(), sides.end());
}

double Quad::longest_side_px() const {
  const auto sides = side_lengths_px();
  return *std::max_element(sides.begin(), sides.end());
}

double max_corner_distance_px(const Quad& a, const Quad& b) {
  double largest = 0;
  for (int i = 0; i < 4; ++i) {
    const cv::Point2d d = a.corners[i] - b.corners[i];
    largest = std::max(largest, std::hypot(d.x, d.y));
  }
  return largest;
}

ClosestTurn closest_turn(const Quad& quad, const Quad& target) {
  ClosestTurn best{0, max_corner_distance_px(quad, target)};
  for (int turns = 1; turns < 4; ++turns) {
    const double distance_px = max_corner_distance_px(quad.rotated(turns), target);
    if (distance_px < best.distance_px) best = {turns, distance_px};
  }
  return best;
}

bool share_a_place(const Quad& a, const Quad& b) {
  return a.contains(b.centre()) || b.contains(a.centre());
}

}  // namespace gridlens
