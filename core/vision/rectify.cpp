#include "core/vision/rectify.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace gridlens {

namespace {

// Mean squared gradient over the variance of the grey levels: grows with the steepness of the
// edges, not with the contrast of the print or the light.
double sharpness_of(const cv::Mat& sheet) {
  double energy = 0;
  double sum = 0;
  double squares = 0;
  for (int y = 0; y + 1 < sheet.rows; ++y) {
    const std::uint8_t* a = sheet.ptr(y);
    const std::uint8_t* b = sheet.ptr(y + 1);
    int row_energy = 0;
    int row_sum = 0;
    int row_squares = 0;
    for (int x = 0; x + 1 < sheet.cols; ++x) {
      const int dx = a[x + 1] - a[x];
      const int dy = b[x] - a[x];
      row_energy += dx * dx + dy * dy;
      row_sum += a[x];
      row_squares += a[x] * a[x];
    }
    energy += row_energy;
    sum += row_sum;
    squares += row_squares;
  }
  const double count = static_cast<double>(sheet.rows - 1) * (sheet.cols - 1);
  const double variance = squares / count - (sum / count) * (sum / count);
  return variance < 1 ? 0 : energy / count / variance;
}

}  // namespace

CellSheet rectify(const cv::Mat& image, const Homography& image_from_board, int n,
                  bool light_on_dark) {
  CellSheet sheet;
  sheet.n = n;
  sheet.source_cell_px =
      std::sqrt(std::abs(image_from_board.outline(n).signed_area_px2())) / std::max(1, n);

  // Where the picture has more pixels than the sheet, the warp goes to a sheet `over` times as
  // large, which is then area-averaged.
  double largest_cell_px = 0;
  for (const double x : {0.5, n - 0.5})
    for (const double y : {0.5, n - 0.5}) {
      const cv::Point2d dx = image_from_board({x + 0.5, y}) - image_from_board({x - 0.5, y});
      const cv::Point2d dy = image_from_board({x, y + 0.5}) - image_from_board({x, y - 0.5});
      largest_cell_px = std::max({largest_cell_px, std::hypot(dx.x, dx.y), std::hypot(dy.x, dy.y)});
    }
  const int over =
      std::clamp(static_cast<int>(std::ceil(largest_cell_px / CellSheet::kCellPx - 0.3)), 1, 6);
  const int side = (n * CellSheet::kCellPx + 2 * CellSheet::kMarginPx) * over;

  // A sheet pixel's centre (i + 0.5) / over - margin lies at that many sheet pixels from the
  // board's corner.
  const double scale = 1.0 / (over * CellSheet::kCellPx);
  const double shift = 0.5 * scale - static_cast<double>(CellSheet::kMarginPx) / CellSheet::kCellPx;
  const cv::Matx33d board_from_sheet(scale, 0, shift, 0, scale, shift, 0, 0, 1);
  const cv::Matx33d image_from_sheet = image_from_board.matrix() * board_from_sheet;
  cv::Mat warped;
  cv::warpPerspective(image, warped, image_from_sheet, {side, side},
                      cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
  if (warped.channels() == 3) cv::cvtColor(warped, warped, cv::COLOR_BGR2GRAY);
  if (over > 1)
    cv::resize(warped, sheet.grey, {side / over, side / over}, 0, 0, cv::INTER_AREA);
  else
    sheet.grey = warped;
  if (light_on_dark) cv::bitwise_not(sheet.grey, sheet.grey);
  sheet.sharpness = sharpness_of(sheet.grey);
  return sheet;
}

}  // namespace gridlens
