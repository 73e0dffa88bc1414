#pragma once

#include <array>
#include <opencv2/core/mat.hpp>

#include "core/image/homography.h"

namespace gridlens {

// A board's plane with a smooth bend: curled paper, a page's fold, a lens's distortion. Maps board
// units to pixels as homography(p + bend(p)), the bend a polynomial of fourth degree in both
// directions.
class LatticeWarp {
 public:
  static constexpr int kTerms = 15;  // x^i y^j with i + j <= 4
  using Terms = std::array<double, kTerms>;

  LatticeWarp() = default;
  LatticeWarp(const Homography& image_from_board, int n)
      : image_from_board_(image_from_board), n_(n) {}
  LatticeWarp(const Homography& image_from_board, int n, const Terms& x, const Terms& y)
      : image_from_board_(image_from_board), n_(n), x_(x), y_(y) {}

  [[nodiscard]] cv::Point2d operator()(cv::Point2d board) const;
  [[nodiscard]] cv::Point2d bend(cv::Point2d board) const;  // in cells
  [[nodiscard]] const Homography& image_from_board() const { return image_from_board_; }

  // The same bend on another homography of the same board (another size of the same picture).
  [[nodiscard]] LatticeWarp on(const Homography& image_from_board) const {
    return {image_from_board, n_, x_, y_};
  }

  // Largest bend over the crossings, in cells.
  [[nodiscard]] double largest_bend() const;

  // The monomials at a board point, for fitting.
  [[nodiscard]] static Terms terms(cv::Point2d board, int n);

 private:
  Homography image_from_board_;
  int n_ = 9;
  Terms x_{};
  Terms y_{};
};

// Measures the bend of a board along its lattice lines, in rounds: each round predicts where the
// lines run and reaches further into strongly bent parts. Without enough lines: no bend.
LatticeWarp measure_warp(const cv::Mat& grey, const Homography& image_from_board, int n,
                         bool light_on_dark, int rounds = 3);

}  // namespace gridlens
