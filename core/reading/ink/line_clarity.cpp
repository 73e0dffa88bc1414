#include "core/reading/ink/line_clarity.h"

#include <algorithm>
#include <cstdint>
#include <opencv2/core.hpp>
#include <utility>
#include <vector>

#include "core/image/statistics.h"

namespace gridlens {

namespace {

constexpr int kLinePx = 3;       // a line lies so far to either side of its place at most
constexpr int kBesidePx = 7;     // the paper beside it reaches so far
constexpr int kHalfAlongPx = 8;  // of a segment, from its middle
// Depths of lines, as a share of the paper's grey.
constexpr double kClearShare = 0.75;  // of a line's segments: so deep is it where it is clear
constexpr double kLeastDepth = 0.04;  // fainter lines vanish by themselves
constexpr int kFewestSides = 3;       // that would be seen on lines as clear as that

// How much darker than the paper beside it a line is. `column`: the line x = `line` beside row
// `cell`.
double line_depth(const cv::Mat& grey, bool column, int line, int cell) {
  const int across = RectifiedBoard::line_px(line);
  const int along = RectifiedBoard::line_px(cell) + RectifiedBoard::kCellPx / 2;
  double darkest = 255;
  double before = 0;
  double after = 0;
  for (int offset = -kBesidePx; offset <= kBesidePx; ++offset) {
    const int at = across + offset;
    if (at < 0 || at >= grey.cols) continue;
    int sum = 0;
    for (int i = along - kHalfAlongPx; i < along + kHalfAlongPx; ++i)
      sum += column ? grey.at<std::uint8_t>(i, at) : grey.at<std::uint8_t>(at, i);
    const double level = sum / (2.0 * kHalfAlongPx);
    if (offset < -kLinePx)
      before = std::max(before, level);
    else if (offset > kLinePx)
      after = std::max(after, level);
    else
      darkest = std::min(darkest, level);
  }
  // Beyond the border there may be no paper in the rectified board.
  const double paper = before <= 0 ? after : after <= 0 ? before : std::min(before, after);
  return std::max(0.0, paper - darkest) / std::max(1.0, paper);
}

}  // namespace

CellMap<double> line_clarity(const RectifiedBoard& rectified) {
  const int n = rectified.n;
  // Of all lines, column lines first, the depth along each cell as a share of what the line has
  // where it is clear; -1 for lines that are too faint.
  std::vector<std::vector<double>> shares;
  for (const bool column : {true, false})
    for (int line = 0; line <= n; ++line) {
      std::vector<double> depths;
      for (int cell = 0; cell < n; ++cell)
        depths.push_back(line_depth(rectified.grey, column, line, cell));
      const double clear = quantile(depths, kClearShare);
      for (double& depth : depths) depth = clear < kLeastDepth ? -1 : std::min(1.0, depth / clear);
      shares.push_back(std::move(depths));
    }
  CellMap<double> clarity(n * n, 1.0);
  for (int cell = 0; cell < n * n; ++cell) {
    const auto row = static_cast<size_t>(cell / n), col = static_cast<size_t>(cell % n);
    const auto row_line = row + static_cast<size_t>(n) + 1;
    int sides = 0;
    double left = 0;
    for (const double share :
         {shares[col][row], shares[col + 1][row], shares[row_line][col], shares[row_line + 1][col]})
      if (share >= 0) ++sides, left += share;
    if (sides >= kFewestSides) clarity[cell] = left / sides;
  }
  return clarity;
}

}  // namespace gridlens
