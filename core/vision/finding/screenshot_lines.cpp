#include "core/vision/finding/screenshot_lines.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace gridlens {

namespace {

constexpr int kLeastStep = 2;        // grey levels, between pixels: drawings have no noise
constexpr int kReachPx = 2;          // of a line from where it should be
constexpr double kLineShare = 0.85;  // of a line's length that is seen
constexpr double kMostBeside = 0.6;  // symbols are cut by what lies halfway, but are not everywhere
constexpr double kLeastCellPx = 10;
constexpr double kMostTurnPx = 1.5;

// Share of a column's pixels, between two rows, that have an edge within reach.
double seen_share(const cv::Mat& grey, double x, double top, double bottom) {
  const int middle = static_cast<int>(std::lround(x));
  if (middle - kReachPx < 1 || middle + kReachPx >= grey.cols) return 0;
  const int first = std::max(0, static_cast<int>(std::lround(top)));
  const int last = std::min(grey.rows - 1, static_cast<int>(std::lround(bottom)));
  int seen = 0;
  for (int y = first; y <= last; ++y) {
    const std::uint8_t* row = grey.ptr(y);
    bool edge = false;
    for (int at = middle - kReachPx; at <= middle + kReachPx && !edge; ++at)
      edge = std::abs(row[at] - row[at - 1]) >= kLeastStep;
    seen += edge ? 1 : 0;
  }
  return last > first ? static_cast<double>(seen) / (last - first + 1) : 0;
}

bool has_column_lines(const cv::Mat& grey, const cv::Rect2d& board, int boxes) {
  const int cells = boxes * boxes;
  const double cell_px = board.width / cells;
  if (cell_px < kLeastCellPx) return false;
  double beside = 0;
  for (int line = 0; line < cells; ++line) {
    const double x = board.x + line * cell_px;
    beside += seen_share(grey, x + cell_px / 2, board.y, board.br().y) / cells;
    if (line % boxes != 0 && seen_share(grey, x, board.y, board.br().y) < kLineShare) return false;
  }
  return beside < kMostBeside;
}

}  // namespace

bool cells_are_boxes(const cv::Mat& grey, const BoardCandidate& board) {
  const Quad quad = board.corners();
  cv::Point2d low = quad.corners[0];
  cv::Point2d high = low;
  for (const cv::Point2d& corner : quad.corners) {
    low = {std::min(low.x, corner.x), std::min(low.y, corner.y)};
    high = {std::max(high.x, corner.x), std::max(high.y, corner.y)};
  }
  for (const cv::Point2d& corner : quad.corners)
    if (std::min(corner.x - low.x, high.x - corner.x) > kMostTurnPx ||
        std::min(corner.y - low.y, high.y - corner.y) > kMostTurnPx)
      return false;
  const cv::Rect2d place(low, high);
  return has_column_lines(grey, place, board.n) &&
         has_column_lines(grey.t(), {place.y, place.x, place.height, place.width}, board.n);
}

}  // namespace gridlens
