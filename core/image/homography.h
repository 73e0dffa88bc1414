#pragma once

#include <opencv2/core/matx.hpp>
#include <opencv2/core/types.hpp>

#include "core/image/quad.h"

namespace gridlens {

// A projective map between two planes, named target_from_source at its uses (image_from_board:
// board units to pixels). Board coordinates: one unit is one cell, outer corner (0,0), x = column,
// y = row, so a board of N spans 0..N. Source: Hartley & Zisserman, Multiple View Geometry, 2.3
// (four-point construction).
class Homography {
 public:
  Homography() : matrix_(cv::Matx33d::eye()) {}
  explicit Homography(const cv::Matx33d& matrix) : matrix_(matrix) {}

  // Maps the square (0,0) (n,0) (n,n) (0,n) onto the corners of `quad`, in that order. The quad
  // must be convex.
  static Homography image_from_board(const Quad& quad, double n);

  // Moves points of a plane by so much.
  static Homography translation(cv::Point2d by);

  [[nodiscard]] cv::Point2d operator()(cv::Point2d source) const;
  [[nodiscard]] Homography inverse() const;
  [[nodiscard]] const cv::Matx33d& matrix() const { return matrix_; }

  // (a * b)(p) == a(b(p))
  friend Homography operator*(const Homography& a, const Homography& b) {
    return Homography(a.matrix_ * b.matrix_);
  }

  // Images of the outer corners of a board of n cells: TL, TR, BR, BL in board coordinates.
  [[nodiscard]] Quad outline(double n) const;

  // This image_from_board with the board re-labelled so that today's corner `quarter_turns` becomes
  // its TL.
  [[nodiscard]] Homography rotated_board(int quarter_turns, double n) const;

  // Side in pixels of a cell in a square of the same area as the image of a board of n cells.
  [[nodiscard]] double mean_cell_px(int n) const;

  // Side in pixels of a square of the same area as the image of the unit cell around `board_point`.
  [[nodiscard]] double cell_size_px(cv::Point2d board_point) const;

 private:
  cv::Matx33d matrix_;
};

}  // namespace gridlens
