#pragma once

#include <array>
#include <cstddef>
#include <opencv2/core/types.hpp>

#include "core/image/homography.h"

namespace gridlens {

// How lens and paper bend a board off its plane: a polynomial of fourth degree in both directions,
// in board units (cells). A point p of the board lies at image_from_board(p + bend(p)).
class BoardBend {
 public:
  static constexpr int kTerms = 15;  // x^i y^j with i + j <= 4
  using Terms = std::array<double, kTerms>;

  BoardBend() = default;                // flat
  explicit BoardBend(int n) : n_(n) {}  // n cells a side, flat

  // More than a quarter of a cell beyond the border it goes on straight, as it ran there: the
  // polynomial itself, fitted to what lies inside, strays soon.
  [[nodiscard]] cv::Point2d operator()(cv::Point2d board) const;

  // The same along a row of the board: for many points of it, at a third of the cost.
  class Row {
   public:
    [[nodiscard]] cv::Point2d operator()(double board_x) const {
      const double x = scale_ * board_x - 1;
      cv::Point2d sum = powers_[4];
      for (std::size_t i = 4; i-- > 0;) sum = sum * x + powers_[i];
      return sum;
    }

   private:
    friend class BoardBend;
    double scale_ = 0;
    std::array<cv::Point2d, 5> powers_;  // factors of x^i
  };
  [[nodiscard]] Row row(double board_y) const;

  [[nodiscard]] int n() const { return n_; }
  [[nodiscard]] bool flat() const { return flat_; }

  // Adds `gain` times the terms.
  void add(const Terms& x, const Terms& y, double gain);

  // Largest bend over the crossings, in cells.
  [[nodiscard]] double largest() const;

  // The same bend for the board re-labelled as in Homography::rotated_board.
  [[nodiscard]] BoardBend rotated_board(int quarter_turns) const;

  // The bend that, on `to`, puts the points where this one puts them on `from` (both
  // image_from_board of nearly the same place); a least-squares fit.
  [[nodiscard]] BoardBend carried(const Homography& from, const Homography& to) const;

  // The monomials at a board point, for fitting.
  [[nodiscard]] static Terms terms(cv::Point2d board, int n);

 private:
  int n_ = 9;
  bool flat_ = true;
  Terms x_{};
  Terms y_{};
};

}  // namespace gridlens
