#include "core/image/homography.h"

#include <cmath>
#include <opencv2/core.hpp>

namespace gridlens {

Homography Homography::image_from_board(const Quad& quad, double n) {
  // Unit square to quad in closed form, then scale the board down to the unit square.
  const auto& [p0, p1, p2, p3] = quad.corners;
  const cv::Point2d d1 = p1 - p2;
  const cv::Point2d d2 = p3 - p2;
  const cv::Point2d s = p0 - p1 + p2 - p3;
  const double determinant = d1.x * d2.y - d2.x * d1.y;
  const double g = (s.x * d2.y - d2.x * s.y) / determinant;
  const double h = (d1.x * s.y - s.x * d1.y) / determinant;
  const cv::Matx33d image_from_unit(p1.x - p0.x + g * p1.x, p3.x - p0.x + h * p3.x, p0.x,  //
                                    p1.y - p0.y + g * p1.y, p3.y - p0.y + h * p3.y, p0.y,  //
                                    g, h, 1);
  const cv::Matx33d unit_from_board(1 / n, 0, 0, 0, 1 / n, 0, 0, 0, 1);
  return Homography(image_from_unit * unit_from_board);
}

Homography Homography::translation(cv::Point2d by) {
  return Homography(cv::Matx33d(1, 0, by.x, 0, 1, by.y, 0, 0, 1));
}

cv::Point2d Homography::operator()(cv::Point2d p) const {
  const cv::Matx33d& m = matrix_;
  const double w = m(2, 0) * p.x + m(2, 1) * p.y + m(2, 2);
  return {(m(0, 0) * p.x + m(0, 1) * p.y + m(0, 2)) / w,
          (m(1, 0) * p.x + m(1, 1) * p.y + m(1, 2)) / w};
}

Homography Homography::inverse() const {
  return Homography(matrix_.inv());
}

Quad Homography::outline(double n) const {
  return Quad{{(*this)({0, 0}), (*this)({n, 0}), (*this)({n, n}), (*this)({0, n})}};
}

Homography Homography::rotated_board(int quarter_turns, double n) const {
  // old_from_new: the new TL (0,0) lies at the old corner `quarter_turns`.
  switch ((quarter_turns % 4 + 4) % 4) {
    case 1:
      return Homography(matrix_ * cv::Matx33d(0, -1, n, 1, 0, 0, 0, 0, 1));
    case 2:
      return Homography(matrix_ * cv::Matx33d(-1, 0, n, 0, -1, n, 0, 0, 1));
    case 3:
      return Homography(matrix_ * cv::Matx33d(0, 1, 0, -1, 0, n, 0, 0, 1));
    default:
      return *this;
  }
}

double Homography::mean_cell_px(int n) const {
  return std::sqrt(std::abs(outline(n).signed_area_px2())) / n;
}

double Homography::cell_size_px(cv::Point2d p) const {
  const Homography& h = *this;
  const Quad cell{{h({p.x - 0.5, p.y - 0.5}), h({p.x + 0.5, p.y - 0.5}), h({p.x + 0.5, p.y + 0.5}),
                   h({p.x - 0.5, p.y + 0.5})}};
  return std::sqrt(std::abs(cell.signed_area_px2()));
}

}  // namespace gridlens
