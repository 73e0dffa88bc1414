#include "core/reading/glare.h"

#include <algorithm>
#include <array>

namespace gridlens {

namespace {

constexpr int kBurntOut = 250;       // grey levels; JPEG keeps a burnt-out patch above this
constexpr int kLightestPaper = 238;  // above it, paper and glare cannot be told apart
constexpr double kShare = 0.15;      // of a cell's middle: a stroke of a digit fits into that
constexpr int kMiddlePx = CellSheet::kCellPx * 2 / 3;

// The usual brightness of the board: the grey level that half of the pixels stay below.
int median_grey(const cv::Mat& grey) {
  std::array<int, 256> histogram{};
  for (int y = 0; y < grey.rows; ++y)
    for (int x = 0; x < grey.cols; ++x) ++histogram[grey.at<std::uint8_t>(y, x)];
  int level = 0;
  for (int below = histogram[0]; below * 2 < static_cast<int>(grey.total()) && level < 255;
       below += histogram[static_cast<size_t>(++level)]) {
  }
  return level;
}

}  // namespace

std::vector<bool> burnt_out_cells(const CellSheet& sheet) {
  std::vector<bool> burnt(static_cast<size_t>(sheet.n * sheet.n), false);
  if (median_grey(sheet.grey) > kLightestPaper) return burnt;
  constexpr int kInset = (CellSheet::kCropPx - kMiddlePx) / 2;
  for (int cell = 0; cell < sheet.n * sheet.n; ++cell) {
    const cv::Mat middle =
        sheet.crop(cell / sheet.n, cell % sheet.n)(cv::Rect(kInset, kInset, kMiddlePx, kMiddlePx));
    int bright = 0;
    for (int y = 0; y < middle.rows; ++y)
      for (int x = 0; x < middle.cols; ++x) bright += middle.at<std::uint8_t>(y, x) >= kBurntOut;
    burnt[static_cast<size_t>(cell)] = bright > kShare * kMiddlePx * kMiddlePx;
  }
  return burnt;
}

}  // namespace gridlens
