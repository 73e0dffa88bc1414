#include "tests/simulator/camera.h"

#include <cmath>
#include <numbers>
#include <opencv2/core.hpp>

namespace gridlens::generator {
namespace {

// Rotation by the vector `r` (Rodrigues' formula).
cv::Matx33d rotation(cv::Vec3d r) {
  const double angle = cv::norm(r);
  if (angle < 1e-12) return cv::Matx33d::eye();
  const cv::Vec3d a = r / angle;
  const double c = std::cos(angle), s = std::sin(angle), t = 1 - c;
  return {t * a[0] * a[0] + c,        t * a[0] * a[1] - s * a[2], t * a[0] * a[2] + s * a[1],
          t * a[0] * a[1] + s * a[2], t * a[1] * a[1] + c,        t * a[1] * a[2] - s * a[0],
          t * a[0] * a[2] - s * a[1], t * a[1] * a[2] + s * a[0], t * a[2] * a[2] + c};
}

}  // namespace

cv::Point2d Lens::pixel_from_ideal(cv::Point2d ideal) const {
  const double r2 = ideal.dot(ideal);
  return centre + ideal * (focal_px * (1 + r2 * (k1 + r2 * k2)));
}

cv::Point2d Lens::ideal_from_pixel(cv::Point2d pixel) const {
  const cv::Point2d distorted = (pixel - centre) * (1 / focal_px);
  const double wanted = std::sqrt(distorted.dot(distorted));
  if (wanted < 1e-12 || (k1 == 0 && k2 == 0)) return distorted;
  double r = wanted;  // Newton on r (1 + k1 r^2 + k2 r^4) = wanted
  for (int i = 0; i < 20; ++i) {
    const double r2 = r * r;
    const double step =
        (r * (1 + r2 * (k1 + r2 * k2)) - wanted) / (1 + r2 * (3 * k1 + 5 * r2 * k2));
    r -= step;
    if (std::abs(step) < 1e-12) break;
  }
  return distorted * (r / wanted);
}

double Pose::tilt_rad() const {
  return std::hypot(tilt.x, tilt.y);
}

double Curl::height(cv::Point2d page) const {
  if (amplitude == 0) return 0;
  const double along = page.x * std::cos(direction_rad) + page.y * std::sin(direction_rad);
  return amplitude * (1 + std::sin(2 * std::numbers::pi * along / period + phase_rad));
}

Camera::Camera(const Lens& lens, const Pose& pose, const Curl& curl) : lens_(lens), curl_(curl) {
  camera_from_page_ = rotation({0, 0, pose.roll_rad}) * rotation({pose.tilt.x, pose.tilt.y, 0});
  const cv::Vec3d target(pose.target.x, pose.target.y, 0);
  const cv::Vec3d seen_at(pose.aim_px.x * pose.distance / lens.focal_px,
                          pose.aim_px.y * pose.distance / lens.focal_px, pose.distance);
  offset_ = seen_at - camera_from_page_ * target;
  centre_ = -(camera_from_page_.t() * offset_);
}

cv::Point2d Camera::pixel_from_page(cv::Point2d page) const {
  const cv::Vec3d seen =
      camera_from_page_ * cv::Vec3d(page.x, page.y, -curl_.height(page)) + offset_;
  return lens_.pixel_from_ideal({seen[0] / seen[2], seen[1] / seen[2]});
}

Quad Camera::pixel_from_page(const Quad& page) const {
  Quad seen;
  for (size_t i = 0; i < 4; ++i) seen.corners[i] = pixel_from_page(page.corners[i]);
  return seen;
}

bool Camera::page_from_ideal(double x, double y, cv::Point2d& page) const {
  const auto& m = camera_from_page_;  // its transpose turns camera directions into page directions
  const double dx = m(0, 0) * x + m(1, 0) * y + m(2, 0);
  const double dy = m(0, 1) * x + m(1, 1) * y + m(2, 1);
  const double dz = m(0, 2) * x + m(1, 2) * y + m(2, 2);
  if (dz < 1e-3) return false;
  double far = -centre_[2] / dz;
  page = {centre_[0] + far * dx, centre_[1] + far * dy};
  if (curl_.amplitude == 0) return true;
  for (int i = 0; i < 6; ++i) {
    far = (-curl_.height(page) - centre_[2]) / dz;
    page = {centre_[0] + far * dx, centre_[1] + far * dy};
  }
  return true;
}

cv::Matx34d Camera::pixel_from_world() const {
  const auto& r = camera_from_page_;
  const cv::Matx34d camera_from_world(r(0, 0), r(0, 1), r(0, 2), offset_[0], r(1, 0), r(1, 1),
                                      r(1, 2), offset_[1], r(2, 0), r(2, 1), r(2, 2), offset_[2]);
  const cv::Matx33d pixel_from_camera(lens_.focal_px, 0, lens_.centre.x, 0, lens_.focal_px,
                                      lens_.centre.y, 0, 0, 1);
  return pixel_from_camera * camera_from_world;
}

double Camera::magnification(cv::Point2d page) const {
  const cv::Point2d x = pixel_from_page(page + cv::Point2d(1, 0)) - pixel_from_page(page);
  const cv::Point2d y = pixel_from_page(page + cv::Point2d(0, 1)) - pixel_from_page(page);
  return std::sqrt(std::abs(x.cross(y)));
}

}  // namespace gridlens::generator
