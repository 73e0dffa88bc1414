#include "core/vision/rectify.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/image/statistics.h"
#include "core/vision/sheet_map.h"
#include "core/vision/sheet_sampler.h"

namespace gridlens {

namespace {

// Sets sharpness and evenness. The squared gradient over the variance of the grey levels grows with
// the steepness of the edges, not with the contrast of the print or the light. Motion smears along
// its own direction alone: the less sharp of the two counts.
void measure_sharpness(CellSheet& of) {
  const cv::Mat& sheet = of.grey;
  double across = 0;
  double down = 0;
  double sum = 0;
  double squares = 0;
  for (int y = 0; y + 1 < sheet.rows; ++y) {
    const std::uint8_t* a = sheet.ptr(y);
    const std::uint8_t* b = sheet.ptr(y + 1);
    int row_across = 0;
    int row_down = 0;
    int row_sum = 0;
    int row_squares = 0;
    for (int x = 0; x + 1 < sheet.cols; ++x) {
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
  const double count = static_cast<double>(sheet.rows - 1) * (sheet.cols - 1);
  const double variance = squares / count - (sum / count) * (sum / count);
  if (variance < 1) return;
  of.sharpness = 2 * std::min(across, down) / count / variance;
  of.evenness = std::min(across, down) / std::max(across, down);
}

constexpr double kFaintLog = 0.1;   // what noise and shading do within a cell
constexpr double kClearlyMore = 2;  // contrast that speaks against the polarity of the lines

// Are the digits lighter than their cells? Tiles and coloured cells have gaps of either polarity
// between them, so the lines only tell what to presume (`presumed`).
bool light_digits(const cv::Mat& sheet, int n, bool presumed) {
  constexpr int kFrom = CellSheet::kMarginPx + 5;
  constexpr int kTo = CellSheet::kMarginPx + CellSheet::kCellPx - 5;
  double lighter = 0;
  double darker = 0;
  std::vector<std::uint8_t> levels;
  for (int row = 0; row < n; ++row)
    for (int col = 0; col < n; ++col) {
      levels.clear();
      for (int y = kFrom; y < kTo; y += 2)
        for (int x = kFrom; x < kTo; x += 2)
          levels.push_back(
              sheet.at<std::uint8_t>(row * CellSheet::kCellPx + y, col * CellSheet::kCellPx + x));
      const auto at = [&](double share) { return std::log(quantile(levels, share) + 8.0); };
      const double ground = at(0.5);
      lighter += std::max(0.0, at(0.95) - ground - kFaintLog);
      darker += std::max(0.0, ground - at(0.05) - kFaintLog);
    }
  return presumed ? darker < kClearlyMore * lighter : lighter > kClearlyMore * darker;
}

// A board's sheet. Where the picture has more pixels than the sheet, each of its pixels is the mean
// of `over` x `over` samples.
cv::Mat warped(const cv::Mat& picture, SheetRows& rows, int over) {
  SheetSampler sampler(picture, over);
  const int side_px = rows.side_px() / over;
  cv::Mat sheet(side_px, side_px, picture.type());
  for (int y = 0; y < side_px; ++y) {
    for (int k = 0; k < over; ++k) sampler.add(rows.row(y * over + k));
    sampler.take(sheet.ptr(y), side_px);
  }
  return sheet;
}

}  // namespace

CellSheet rectify(const cv::Mat& image, const BoardCandidate& board, const cv::Mat& bgr) {
  const int n = board.n;
  const Homography& image_from_board = board.image_from_board;
  CellSheet sheet;
  sheet.n = n;
  sheet.source_cell_px =
      std::sqrt(std::abs(image_from_board.outline(n).signed_area_px2())) / std::max(1, n);

  double largest_cell_px = 0;
  for (const double x : {0.5, n - 0.5})
    for (const double y : {0.5, n - 0.5}) {
      const cv::Point2d dx = image_from_board({x + 0.5, y}) - image_from_board({x - 0.5, y});
      const cv::Point2d dy = image_from_board({x, y + 0.5}) - image_from_board({x, y - 0.5});
      largest_cell_px = std::max({largest_cell_px, std::hypot(dx.x, dx.y), std::hypot(dy.x, dy.y)});
    }
  const int over =
      std::clamp(static_cast<int>(std::ceil(largest_cell_px / CellSheet::kCellPx - 0.3)), 1, 6);
  SheetRows rows(board, over);
  sheet.grey = warped(image, rows, over);
  if (!bgr.empty()) {
    SheetRows coarse(board, 1);
    sheet.colour = warped(bgr, coarse, 1);
  }
  if (sheet.grey.channels() == 3) cv::cvtColor(sheet.grey, sheet.grey, cv::COLOR_BGR2GRAY);
  if (light_digits(sheet.grey, n, board.light_on_dark)) cv::bitwise_not(sheet.grey, sheet.grey);
  measure_sharpness(sheet);
  return sheet;
}

}  // namespace gridlens
