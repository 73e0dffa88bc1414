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

constexpr double kFaintLog = 0.1;    // what noise and shading do within a cell
constexpr double kClearlyMore = 2;   // contrast that speaks against the polarity of the lines
constexpr double kFlatCells = 0.03;  // a smaller bend is left to the homography

// Where each pixel of the sheet comes from. The bend is smooth: it is worked out on a coarse net
// and interpolated.
cv::Mat sheet_map(const BoardCandidate& board, int side, double scale, double shift) {
  constexpr int kPitch = 8;
  const int nodes = side / kPitch + 3;  // one more all around: interpolation ends at the last node
  cv::Mat net(nodes, nodes, CV_32FC2);
  for (int y = 0; y < nodes; ++y)
    for (int x = 0; x < nodes; ++x) {
      // Node i lies at sheet pixel (i - 1 + 0.5) * kPitch - 0.5, as cv::resize has it.
      const cv::Point2d p(((x - 0.5) * kPitch - 0.5) * scale + shift,
                          ((y - 0.5) * kPitch - 0.5) * scale + shift);
      net.at<cv::Point2f>(y, x) = cv::Point2f(board.image_from_board(p + board.bend(p)));
    }
  cv::Mat map;
  cv::resize(net, map, {nodes * kPitch, nodes * kPitch}, 0, 0, cv::INTER_CUBIC);
  return map(cv::Rect(kPitch, kPitch, side, side));
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

// The same for a flat board, as cv::remap takes it fastest: whole pixels, and 32nds of them beyond.
struct FixedMap {
  cv::Mat pixels;     // CV_16SC2
  cv::Mat fractions;  // CV_16UC1
};

FixedMap flat_sheet_map(const cv::Matx33d& image_from_sheet, int side) {
  constexpr float kFractions = cv::INTER_TAB_SIZE;
  constexpr float kFarthest = 32000;  // pixels; what lies farther out is the picture's edge as well
  constexpr float kNoFraction = 3 << 22;  // added and taken off it leaves a rounded number
  FixedMap map{cv::Mat(side, side, CV_16SC2), cv::Mat(side, side, CV_16UC1)};
  const cv::Matx33d& m = image_from_sheet;
  std::vector<std::int32_t> xs(static_cast<size_t>(side));
  std::vector<std::int32_t> ys(static_cast<size_t>(side));
  for (int y = 0; y < side; ++y) {
    const auto x0 = static_cast<float>(m(0, 1) * y + m(0, 2));
    const auto y0 = static_cast<float>(m(1, 1) * y + m(1, 2));
    const auto w0 = static_cast<float>(m(2, 1) * y + m(2, 2));
    const auto dx = static_cast<float>(m(0, 0));
    const auto dy = static_cast<float>(m(1, 0));
    const auto dw = static_cast<float>(m(2, 0));
    for (int x = 0; x < side; ++x) {
      const auto at = static_cast<float>(x);
      const float w = w0 + dw * at;
      const float px = std::min(kFarthest, std::max(-kFarthest, (x0 + dx * at) / w));
      const float py = std::min(kFarthest, std::max(-kFarthest, (y0 + dy * at) / w));
      xs[size_t(x)] = static_cast<std::int32_t>(px * kFractions + kNoFraction - kNoFraction);
      ys[size_t(x)] = static_cast<std::int32_t>(py * kFractions + kNoFraction - kNoFraction);
    }
    auto* pixels = map.pixels.ptr<std::int16_t>(y);
    auto* fractions = map.fractions.ptr<std::uint16_t>(y);
    for (int x = 0; x < side; ++x) {
      constexpr auto kBits = cv::INTER_BITS;
      constexpr std::int32_t kMask = cv::INTER_TAB_SIZE - 1;
      pixels[2 * x] = static_cast<std::int16_t>((xs[size_t(x)] >> kBits));
      pixels[2 * x + 1] = static_cast<std::int16_t>((ys[size_t(x)] >> kBits));
      fractions[x] =
          static_cast<std::uint16_t>(((ys[size_t(x)] & kMask) << kBits) + (xs[size_t(x)] & kMask));
    }
  }
  return map;
}

// Warps pictures to board coordinates, `over` times as fine as a sheet.
class BoardWarp {
 public:
  BoardWarp(const BoardCandidate& board, int over) {
    const int side = (board.n * CellSheet::kCellPx + 2 * CellSheet::kMarginPx) * over;
    // A sheet pixel's centre (i + 0.5) / over - margin lies at that many sheet pixels from the
    // board's corner.
    const double scale = 1.0 / (over * CellSheet::kCellPx);
    const double shift =
        0.5 * scale - static_cast<double>(CellSheet::kMarginPx) / CellSheet::kCellPx;
    if (board.bend.largest() < kFlatCells) {
      const cv::Matx33d board_from_sheet(scale, 0, shift, 0, scale, shift, 0, 0, 1);
      map_ = flat_sheet_map(board.image_from_board.matrix() * board_from_sheet, side);
    } else {
      map_.pixels = sheet_map(board, side, scale, shift);
    }
  }

  [[nodiscard]] cv::Mat warped(const cv::Mat& image) const {
    cv::Mat result;
    cv::remap(image, result, map_.pixels, map_.fractions, cv::INTER_LINEAR, cv::BORDER_REPLICATE);
    return result;
  }

 private:
  FixedMap map_;
};

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
  const BoardWarp warp(board, over);
  cv::Mat warped = warp.warped(image);
  if (!bgr.empty()) sheet.colour = (over == 1 ? warp : BoardWarp(board, 1)).warped(bgr);
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
