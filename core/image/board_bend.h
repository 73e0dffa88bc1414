#pragma once

#include <array>
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

  [[nodiscard]] cv::Point2d operator()(cv::Point2d board) const;
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
