#include "core/pipeline/cells_outside.h"

#include <algorithm>

namespace gridlens {

namespace {

constexpr int kPointsASide = 5;   // points of a cell's middle, a side
constexpr double kCellRim = 0.2;  // cells around the middle: lines and paper

}  // namespace

CellFlags cells_outside(const BoardCandidate& board, cv::Size picture) {
  const auto corners = board.corners().corners;
  const auto within = [&](const cv::Point2d& p) {
    return p.x >= 0 && p.y >= 0 && p.x <= picture.width - 1 && p.y <= picture.height - 1;
  };
  CellFlags outside(board.n * board.n);
  if (std::all_of(corners.begin(), corners.end(), within)) return outside;
  const double step = (1 - 2 * kCellRim) / (kPointsASide - 1);
  for (int row = 0; row < board.n; ++row)
    for (int col = 0; col < board.n; ++col) {
      int seen = 0;
      for (int i = 0; i < kPointsASide * kPointsASide; ++i)
        seen +=
            within(board.image_from_board(cv::Point2d(col + kCellRim + step * (i % kPointsASide),
                                                      row + kCellRim + step * (i / kPointsASide))));
      outside[row * board.n + col] = seen < kPointsASide * kPointsASide;
    }
  return outside;
}

}  // namespace gridlens
