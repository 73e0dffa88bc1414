#pragma once

#include <opencv2/core/matx.hpp>
#include <opencv2/core/types.hpp>
#include <vector>

#include "core/image/quad.h"

namespace gridlens::generator {

// World frame: the page plane in page pixels, x right, y down, z into the page (away from the
// viewer). Camera frame: x right, y down, z forward. Image: pixels with integer pixel centres.
// Distortion is the radial part of Brown's model as OpenCV's camera models use it:
// distorted = ideal * (1 + k1 r^2 + k2 r^4), r = |ideal|.

struct Lens {
  double focal_px = 1000;
  cv::Point2d centre;  // principal point, pixels
  double k1 = 0, k2 = 0;

  [[nodiscard]] cv::Point2d pixel_from_ideal(cv::Point2d ideal) const;  // ideal: x/z, y/z
  [[nodiscard]] cv::Point2d ideal_from_pixel(cv::Point2d pixel) const;  // exact to 1e-9
};

// Where the camera stands. A tilt of 0 looks at the page square on; roll turns the picture of the
// page clockwise.
struct Pose {
  cv::Point2d target;      // page point that is looked at
  double distance = 1000;  // from the camera to it, page pixels
  cv::Point2d tilt;        // rotation vector in the page plane, radians: (x, y) axis times angle
  double roll_rad = 0;
  cv::Point2d aim_px;  // where the target appears, from the principal point (ideal lens)

  [[nodiscard]] double tilt_rad() const;
};

// A sheet that is not flat: one bend along a direction, in page pixels towards the viewer.
struct Curl {
  double amplitude = 0;
  double period = 1500;
  double phase_rad = 0;
  double direction_rad = 0;

  [[nodiscard]] double height(cv::Point2d page) const;  // >= 0 is towards the viewer
};

// Lens and pose together: projects page points and casts rays back.
class Camera {
 public:
  Camera(const Lens& lens, const Pose& pose, const Curl& curl = {});

  [[nodiscard]] cv::Point2d pixel_from_page(cv::Point2d page) const;
  [[nodiscard]] Quad pixel_from_page(const Quad& page) const;

  // Page point under an ideal (undistorted, normalised) image point; false above the horizon.
  bool page_from_ideal(double x, double y, cv::Point2d& page) const;

  // (x, y, z, 1) of the world to homogeneous pixels, by the lens without its distortion.
  [[nodiscard]] cv::Matx34d pixel_from_world() const;

  // Side in picture pixels of a unit square of the page around `page`.
  [[nodiscard]] double magnification(cv::Point2d page) const;

 private:
  Lens lens_;
  Curl curl_;
  cv::Matx33d camera_from_page_;
  cv::Vec3d offset_;  // camera = rotation * page + offset
  cv::Vec3d centre_;  // of the camera, in the page frame
};

}  // namespace gridlens::generator
