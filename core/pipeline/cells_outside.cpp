#include "core/pipeline/cells_outside.h"

#include <algorithm>

namespace gridlens {

namespace {

constexpr int kSamples = 5;   // points of a cell's middle, a side
constexpr double kRim = 0.2;  // cells around the middle: lines and paper

}  // namespace

CellFlags cells_outside(const BoardCandidate& board, cv::Size picture) {
  const auto corners = board.corners().corners;
  const auto within = [&](const cv::Point2d& p) {
    return p.x >= 0 && p.y >= 0 && p.x <= picture.width - 1 && p.y <= picture.height - 1;
  };
  CellFlags outside(board.n * board.n);
  if (std::all_of(corners.begin(), corners.end(), within)) return outside;
  const double step = (1 - 2 * kRim) / (kSamples - 1);
  for (int row = 0; row < board.n; ++row)
    for (int col = 0; col < board.n; ++col) {
      int seen = 0;
      for (int i = 0; i < kSamples * kSamples; ++i)
        seen += within(board.image_from_board(
            cv::Point2d(col + kRim + step * (i % kSamples), row + kRim + step * (i / kSamples))));
      outside[row * board.n + col] = seen < kSamples * kSamples;
    }
  return outside;
}

}  // namespace gridlens
