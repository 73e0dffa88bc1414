#include "core/vision/rectify.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <vector>

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

constexpr double kFaintLog = 0.1;   // what noise and shading do within a cell
constexpr double kClearlyMore = 2;  // contrast that speaks against the polarity of the lines
constexpr int kUnit = cv::INTER_TAB_SIZE * 256;  // of the map's nodes, a pixel
constexpr int kHalfPart = 128;                   // to round to the nearest 1 / 32 pixel
constexpr double kFarPx = 30000;                 // outside of any picture
constexpr double kFlatCells = 0.03;              // a smaller bend is left to the homography

// Where each pixel of a sheet comes from, as cv::remap takes it fastest: whole pixels, and parts in
// units of 1 / 32 pixel.
struct SheetMap {
  cv::Mat whole;  // CV_16SC2
  cv::Mat parts;  // CV_16UC1
};

// Perspective and bend are smooth: they are worked out on a net, a node each kPitch pixels, and
// interpolated between the nodes.
template <int kPitch>
SheetMap sheet_map(const BoardCandidate& board, int side, double scale, double shift) {
  const int blocks = (side + kPitch - 1) / kPitch;
  const bool flat = board.bend.largest() < kFlatCells;
  std::vector<std::array<int, 2>> net;  // in 1 / kUnit pixels
  net.reserve(static_cast<size_t>((blocks + 1) * (blocks + 1)));
  for (int y = 0; y <= blocks; ++y)
    for (int x = 0; x <= blocks; ++x) {
      const cv::Point2d p(x * kPitch * scale + shift, y * kPitch * scale + shift);
      const cv::Point2d at = board.image_from_board(flat ? p : p + board.bend(p));
      const auto units = [](double px) {
        return static_cast<int>(std::clamp(px, -kFarPx, kFarPx) * kUnit) + kHalfPart;
      };
      net.push_back({units(at.x), units(at.y)});
    }
  // Rows of whole blocks.
  SheetMap map{cv::Mat(side, blocks * kPitch, CV_16SC2), cv::Mat(side, blocks * kPitch, CV_16UC1)};
  for (int y = 0; y < side; ++y) {
    const auto* above = &net[static_cast<size_t>(y / kPitch * (blocks + 1))];
    const auto* below = above + blocks + 1;
    const auto between = [&](int x) {
      const auto at = [&](size_t i) {
        return above[x][i] + (below[x][i] - above[x][i]) * (y % kPitch) / kPitch;
      };
      return std::array<int, 2>{at(0), at(1)};
    };
    auto* whole = map.whole.ptr<short>(y);
    auto* parts = map.parts.ptr<std::uint16_t>(y);
    std::array<int, 2> from = between(0);
    for (int block = 0; block < blocks; ++block) {
      const std::array<int, 2> to = between(block + 1);
      const int step_x = (to[0] - from[0]) / kPitch;
      const int step_y = (to[1] - from[1]) / kPitch;
      for (int i = 0; i < kPitch; ++i) {
        const int at_x = (from[0] + i * step_x) >> 8;
        const int at_y = (from[1] + i * step_y) >> 8;
        whole[2 * i] = static_cast<short>(at_x >> cv::INTER_BITS);
        whole[2 * i + 1] = static_cast<short>(at_y >> cv::INTER_BITS);
        parts[i] = static_cast<std::uint16_t>((at_y & (cv::INTER_TAB_SIZE - 1)) << cv::INTER_BITS |
                                              (at_x & (cv::INTER_TAB_SIZE - 1)));
      }
      whole += 2 * kPitch;
      parts += kPitch;
      from = to;
    }
  }
  const cv::Rect used(0, 0, side, side);
  return {map.whole(used), map.parts(used)};
}

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
      const auto at = [&](double share) {
        const auto it = levels.begin() +
                        static_cast<std::ptrdiff_t>(share * static_cast<double>(levels.size() - 1));
        std::nth_element(levels.begin(), it, levels.end());
        return std::log(*it + 8.0);
      };
      const double ground = at(0.5);
      lighter += std::max(0.0, at(0.95) - ground - kFaintLog);
      darker += std::max(0.0, ground - at(0.05) - kFaintLog);
    }
  return presumed ? darker < kClearlyMore * lighter : lighter > kClearlyMore * darker;
}

// The picture in board coordinates, `over` times as fine as a sheet.
cv::Mat warp_board(const cv::Mat& image, const BoardCandidate& board, int over) {
  const int side = (board.n * CellSheet::kCellPx + 2 * CellSheet::kMarginPx) * over;
  // A sheet pixel's centre (i + 0.5) / over - margin lies at that many sheet pixels from the
  // board's corner.
  const double scale = 1.0 / (over * CellSheet::kCellPx);
  const double shift = 0.5 * scale - static_cast<double>(CellSheet::kMarginPx) / CellSheet::kCellPx;
  const SheetMap map = over == 1 ? sheet_map<8>(board, side, scale, shift)
                                 : sheet_map<16>(board, side, scale, shift);
  cv::Mat warped;
  cv::remap(image, warped, map.whole, map.parts, cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  return warped;
}

}  // namespace

CellSheet rectify(const cv::Mat& image, const BoardCandidate& board, const cv::Mat& bgr) {
  const int n = board.n;
  const Homography& image_from_board = board.image_from_board;
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
  cv::Mat warped = warp_board(image, board, over);
  if (!bgr.empty()) sheet.colour = warp_board(bgr, board, 1);
  if (warped.channels() == 3) cv::cvtColor(warped, warped, cv::COLOR_BGR2GRAY);
  if (over > 1)
    cv::resize(warped, sheet.grey, warped.size() / over, 0, 0, cv::INTER_AREA);
  else
    sheet.grey = warped;
  if (light_digits(sheet.grey, n, board.light_on_dark)) cv::bitwise_not(sheet.grey, sheet.grey);
  sheet.sharpness = sharpness_of(sheet.grey);
  return sheet;
}

}  // namespace gridlens
