#include "core/image/board_bend.h"

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>

namespace gridlens {

namespace {

struct Powers {
  int x, y;
};

constexpr double kCloseBy = 0.25;   // cells beyond the border that the polynomial still holds for
constexpr double kSlopeStep = 0.1;  // cells inwards, over which its slope there is taken

// In the order of terms(): by degree, in a degree by the power of y.
constexpr std::array<Powers, BoardBend::kTerms> kPowers = [] {
  std::array<Powers, BoardBend::kTerms> all{};
  std::size_t term = 0;
  for (int degree = 0; degree <= 4; ++degree)
    for (int y = 0; y <= degree; ++y) all[term++] = {degree - y, y};
  return all;
}();

std::size_t term_of(Powers powers) {
  const int degree = powers.x + powers.y;
  return static_cast<std::size_t>(degree * (degree + 1) / 2 + powers.y);
}

}  // namespace

BoardBend::Terms BoardBend::terms(cv::Point2d board, int n) {
  const double x = 2 * board.x / n - 1;
  const double y = 2 * board.y / n - 1;
  return {1,
          x,
          y,
          x * x,
          x * y,
          y * y,
          x * x * x,
          x * x * y,
          x * y * y,
          y * y * y,
          x * x * x * x,
          x * x * x * y,
          x * x * y * y,
          x * y * y * y,
          y * y * y * y};
}

cv::Point2d BoardBend::operator()(cv::Point2d board) const {
  if (flat_) return {0, 0};
  const auto at = [&](cv::Point2d p) {
    const Terms t = terms(p, n_);
    cv::Point2d sum;
    for (std::size_t i = 0; i < kTerms; ++i) sum += cv::Point2d(x_[i], y_[i]) * t[i];
    return sum;
  };
  const double n = n_;
  const cv::Point2d nearest(std::clamp(board.x, -kCloseBy, n + kCloseBy),
                            std::clamp(board.y, -kCloseBy, n + kCloseBy));
  const cv::Point2d beyond = board - nearest;
  if (beyond == cv::Point2d()) return at(board);
  const cv::Point2d border = at(nearest);
  const double cells = std::hypot(beyond.x, beyond.y);
  const cv::Point2d inwards = nearest - beyond * (kSlopeStep / cells);
  return border + (border - at(inwards)) * (cells / kSlopeStep);
}

BoardBend::Row BoardBend::row(double board_y) const {
  Row row;
  row.scale_ = 2.0 / n_;
  const double y = 2 * board_y / n_ - 1;
  const std::array<double, 5> y_powers{1, y, y * y, y * y * y, y * y * y * y};
  for (std::size_t i = 0; i < kTerms; ++i)
    row.powers_[static_cast<std::size_t>(kPowers[i].x)] +=
        cv::Point2d(x_[i], y_[i]) * y_powers[static_cast<std::size_t>(kPowers[i].y)];
  return row;
}

void BoardBend::add(const Terms& x, const Terms& y, double gain) {
  flat_ = false;
  for (std::size_t i = 0; i < kTerms; ++i) {
    x_[i] += gain * x[i];
    y_[i] += gain * y[i];
  }
}

double BoardBend::largest() const {
  if (flat_) return 0;
  double largest = 0;
  for (int y = 0; y <= n_; ++y)
    for (int x = 0; x <= n_; ++x) {
      const cv::Point2d b = (*this)({static_cast<double>(x), static_cast<double>(y)});
      largest = std::max(largest, std::hypot(b.x, b.y));
    }
  return largest;
}

// A quarter turn takes old (x, y) = (-v, u) of the new (u, v), both -1..1. So x^i y^j becomes
// (-1)^i u^j v^i, and a displacement (dx, dy) of the old frame is (dy, -dx) in the new.
BoardBend BoardBend::rotated_board(int quarter_turns) const {
  BoardBend out = *this;
  for (int turn = (quarter_turns % 4 + 4) % 4; turn > 0; --turn) {
    const BoardBend before = out;
    for (std::size_t i = 0; i < kTerms; ++i) {
      const Powers p = kPowers[i];
      const std::size_t to = term_of({p.y, p.x});
      const double sign = p.x % 2 == 0 ? 1 : -1;
      out.x_[to] = sign * before.y_[i];
      out.y_[to] = -sign * before.x_[i];
    }
  }
  return out;
}

BoardBend BoardBend::carried(const Homography& from, const Homography& to) const {
  BoardBend out(n_);
  if (flat_) return out;
  constexpr int kSide = 8;  // more points than terms
  const Homography to_board = to.inverse();
  cv::Mat design(kSide * kSide, kTerms, CV_64F);
  cv::Mat wanted(kSide * kSide, 2, CV_64F);
  for (int row = 0; row < design.rows; ++row) {
    const cv::Point2d p(static_cast<double>(row % kSide) * n_ / (kSide - 1),
                        static_cast<double>(row / kSide) * n_ / (kSide - 1));
    const cv::Point2d moved = to_board(from(p + (*this)(p))) - p;
    const Terms t = terms(p, n_);
    for (int i = 0; i < kTerms; ++i) design.at<double>(row, i) = t[static_cast<std::size_t>(i)];
    wanted.at<double>(row, 0) = moved.x;
    wanted.at<double>(row, 1) = moved.y;
  }
  cv::Mat solution;
  if (!cv::solve(design.t() * design, design.t() * wanted, solution, cv::DECOMP_CHOLESKY))
    return out;
  Terms x{};
  Terms y{};
  for (int i = 0; i < kTerms; ++i) {
    x[static_cast<std::size_t>(i)] = solution.at<double>(i, 0);
    y[static_cast<std::size_t>(i)] = solution.at<double>(i, 1);
  }
  out.add(x, y, 1);
  return out;
}

}  // namespace gridlens
