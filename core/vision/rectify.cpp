#include "core/vision/rectify.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/image/statistics.h"
#include "core/vision/rectify_map.h"
#include "core/vision/rectify_sampler.h"

namespace gridlens {

namespace {

// Sets sharpness and evenness. The squared gradient over the variance of the grey levels grows with
// the steepness of the edges, not with the contrast of the print or the light. Motion smears along
// its own direction alone: the less sharp of the two counts.
void measure_sharpness(RectifiedBoard& of) {
  const cv::Mat& rectified = of.grey;
  double across = 0;
  double down = 0;
  double sum = 0;
  double squares = 0;
  for (int y = 0; y + 1 < rectified.rows; ++y) {
    const std::uint8_t* a = rectified.ptr(y);
    const std::uint8_t* b = rectified.ptr(y + 1);
    int row_across = 0;
    int row_down = 0;
    int row_sum = 0;
    int row_squares = 0;
    for (int x = 0; x + 1 < rectified.cols; ++x) {
      const int dx = a[x + 1] - a[x];
      const int dy = b[x] - a[x];
      row_across += dx * dx;
      row_down += dy * dy;
      row_sum += a[x];
      row_squares += a[x] * a[x];
    }
    across += row_across;
    down += row_down;
    sum += row_sum;
    squares += row_squares;
  }
  const double count = static_cast<double>(rectified.rows - 1) * (rectified.cols - 1);
  const double variance = squares / count - (sum / count) * (sum / count);
  if (variance < 1) return;
  of.sharpness = 2 * std::min(across, down) / count / variance;
  of.evenness = std::min(across, down) / std::max(across, down);
}

constexpr double kFaintLog = 0.1;     // what noise and shading do within a cell
constexpr double kMostOfCell = 0.5;   // a few lit cells have more contrast than all the others
constexpr double kClearlyMore = 1.5;  // contrast that speaks against the polarity of the lines

// Are the digits lighter than their cells? Tiles and coloured cells have gaps of either polarity
// between them, so the lines only tell what to presume (`presumed`).
bool light_digits(const cv::Mat& rectified, int n, bool presumed) {
  constexpr int kFrom = RectifiedBoard::kMarginPx + 5;
  constexpr int kTo = RectifiedBoard::kMarginPx + RectifiedBoard::kCellPx - 5;
  double lighter = 0;
  double darker = 0;
  std::vector<std::uint8_t> levels;
  std::vector<std::uint8_t> rim;  // tells a cell's ground: bold symbols fill half of its middle
  for (int row = 0; row < n; ++row)
    for (int col = 0; col < n; ++col) {
      levels.clear();
      rim.clear();
      for (int y = kFrom; y < kTo; y += 2)
        for (int x = kFrom; x < kTo; x += 2) {
          levels.push_back(rectified.at<std::uint8_t>(row * RectifiedBoard::kCellPx + y,
                                                      col * RectifiedBoard::kCellPx + x));
          if (std::min(y, x) == kFrom || std::max(y, x) + 2 >= kTo) rim.push_back(levels.back());
        }
      const auto at = [&](double share) { return std::log(quantile(levels, share) + 8.0); };
      const double background = std::log(quantile(rim, 0.5) + 8.0);
      // Noise makes a cell both lighter and darker in places: what one side has more counts.
      const double lighter_by = at(0.95) - background;
      const double darker_by = background - at(0.05);
      lighter += std::clamp(lighter_by - darker_by - kFaintLog, 0.0, kMostOfCell);
      darker += std::clamp(darker_by - lighter_by - kFaintLog, 0.0, kMostOfCell);
    }
  return presumed ? darker < kClearlyMore * lighter : lighter > kClearlyMore * darker;
}

// A rectified board. Where the picture has more pixels than the rectified board, each of its pixels
// is the mean of `over` x `over` samples.
cv::Mat warped(const cv::Mat& picture, RectifyRows& rows, int over) {
  RectifySampler sampler(picture, over);
  const int side_px = rows.side_px() / over;
  cv::Mat rectified(side_px, side_px, picture.type());
  for (int y = 0; y < side_px; ++y) {
    for (int k = 0; k < over; ++k) sampler.add(rows.row(y * over + k));
    sampler.take(rectified.ptr(y), side_px);
  }
  return rectified;
}

}  // namespace

RectifiedBoard rectify(const cv::Mat& image, const BoardCandidate& board, const cv::Mat& bgr) {
  const int n = board.n;
  const Homography& image_from_board = board.image_from_board;
  RectifiedBoard rectified;
  rectified.n = n;
  rectified.source_cell_px = image_from_board.mean_cell_px(n);

  double largest_cell_px = 0;
  for (const double x : {0.5, n - 0.5})
    for (const double y : {0.5, n - 0.5}) {
      const cv::Point2d dx = image_from_board({x + 0.5, y}) - image_from_board({x - 0.5, y});
      const cv::Point2d dy = image_from_board({x, y + 0.5}) - image_from_board({x, y - 0.5});
      largest_cell_px = std::max({largest_cell_px, std::hypot(dx.x, dx.y), std::hypot(dy.x, dy.y)});
    }
  const int over = std::clamp(
      static_cast<int>(std::ceil(largest_cell_px / RectifiedBoard::kCellPx - 0.3)), 1, 6);
  RectifyRows rows(board, over);
  rectified.grey = warped(image, rows, over);
  if (!bgr.empty()) {
    RectifyRows coarse(board, 1);
    rectified.colour = warped(bgr, coarse, 1);
  }
  if (rectified.grey.channels() == 3)
    cv::cvtColor(rectified.grey, rectified.grey, cv::COLOR_BGR2GRAY);
  if (light_digits(rectified.grey, n, board.light_on_dark))
    cv::bitwise_not(rectified.grey, rectified.grey);
  measure_sharpness(rectified);
  return rectified;
}

}  // namespace gridlens
