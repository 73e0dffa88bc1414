#include "core/reading/ink/washed_out_cells.h"

#include <algorithm>
#include <cstdint>
#include <opencv2/core.hpp>

#include "core/ablation/mechanism.h"
#include "core/image/statistics.h"

namespace gridlens {

namespace {

constexpr int kLinePx = 3;       // a line lies so far to either side of its place at most
constexpr int kBesidePx = 7;     // the paper beside it reaches so far
constexpr int kHalfAlongPx = 8;  // of a segment, from its middle
constexpr int kMiddlePx = 12;    // of a cell
// Depths of lines, as a share of the paper's grey.
constexpr double kClearShare = 0.75;  // of a line's segments: so deep is it where it is clear
constexpr double kLeastDepth = 0.04;  // fainter lines vanish by themselves
constexpr double kLittleLeft = 0.45;  // of the depth of the lines around a cell
constexpr double kNearlyAll = 0.85;
constexpr double kLighter = 1.06;   // than the usual cell, ...
constexpr double kWhiteGrey = 250;  // ... or as light as can be
constexpr double kWhite = 0.97;     // of the lightest grey in washed-out cells
constexpr int kFewestSides = 3;     // that would be seen on lines as clear as that

// How much darker than the paper beside it a line is. `column`: the line x = `line` beside row
// `cell`.
double line_depth(const cv::Mat& grey, bool column, int line, int cell) {
  const int across = RectifiedBoard::line_px(line);
  const int along = RectifiedBoard::line_px(cell) + RectifiedBoard::kCellPx / 2;
  const auto level = [&](int offset) -> double {
    const int at = across + offset;
    if (at < 0 || at >= grey.cols) return -1;
    int sum = 0;
    for (int i = along - kHalfAlongPx; i < along + kHalfAlongPx; ++i)
      sum += column ? grey.at<std::uint8_t>(i, at) : grey.at<std::uint8_t>(at, i);
    return sum / (2.0 * kHalfAlongPx);
  };
  double darkest = 255;
  double before = 0;
  double after = 0;
  for (int offset = -kBesidePx; offset <= kBesidePx; ++offset) {
    const double grey_level = level(offset);
    if (grey_level < 0) continue;
    if (offset < -kLinePx)
      before = std::max(before, grey_level);
    else if (offset > kLinePx)
      after = std::max(after, grey_level);
    else
      darkest = std::min(darkest, grey_level);
  }
  // Beyond the border there may be no paper in the rectified board.
  const double paper = before <= 0 ? after : after <= 0 ? before : std::min(before, after);
  return std::max(0.0, paper - darkest) / std::max(1.0, paper);
}

}  // namespace

WashedOut washed_out_cells(const RectifiedBoard& rectified) {
  const int n = rectified.n;
  WashedOut result{CellMap<double>(n * n, 1.0), CellFlags(n * n), CellFlags(n * n), {}};
  std::vector<double> greys;
  for (int cell = 0; cell < n * n; ++cell) {
    constexpr int kInset = (RectifiedBoard::kCropPx - kMiddlePx) / 2;
    greys.push_back(cv::mean(
        rectified.crop(cell / n, cell % n)(cv::Rect(kInset, kInset, kMiddlePx, kMiddlePx)))[0]);
  }
  const double light = std::min(kWhiteGrey, kLighter * quantile(greys, 0.5));
  // Of all segments, column lines first.
  std::vector<double> depths;
  for (const bool column : {true, false})
    for (int line = 0; line <= n; ++line)
      for (int cell = 0; cell < n; ++cell)
        depths.push_back(line_depth(rectified.grey, column, line, cell));
  const auto depths_of = [&](bool column, int line) {
    return depths.begin() + ((column ? 0 : n + 1) + line) * n;
  };
  std::vector<double> clear;  // how deep every line is where it is clear
  for (const bool column : {true, false})
    for (int line = 0; line <= n; ++line)
      clear.push_back(
          quantile(std::vector(depths_of(column, line), depths_of(column, line) + n), kClearShare));
  double lightest = 0;
  for (int cell = 0; cell < n * n; ++cell) {
    const int row = cell / n;
    const int col = cell % n;
    int sides = 0;
    double left = 0;
    const auto look = [&](bool column, int line, int along) {
      const double usual_depth = clear[static_cast<size_t>((column ? 0 : n + 1) + line)];
      if (usual_depth < kLeastDepth) return;
      ++sides;
      left += std::min(1.0, depths_of(column, line)[along] / usual_depth);
    };
    look(true, col, row);
    look(true, col + 1, row);
    look(false, row, col);
    look(false, row + 1, col);
    const double grey = greys[static_cast<size_t>(cell)];
    if (sides < kFewestSides) continue;
    left /= sides;
    result.clarity[cell] = left;
    result.clear[cell] = left > kNearlyAll;
    if (left > kLittleLeft || grey < light || !in_use<"bleached_cells">()) continue;
    result.cells[cell] = true;
    lightest = std::max(lightest, grey);
  }
  if (lightest > 0) result.white = static_cast<int>(kWhite * lightest);
  return result;
}

}  // namespace gridlens
