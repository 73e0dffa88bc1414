#include "core/reading/glare.h"

#include <algorithm>
#include <array>

namespace gridlens {

namespace {

constexpr int kBurntOut = 250;       // grey levels; JPEG keeps a burnt-out patch above this
constexpr int kLightestPaper = 238;  // above it, paper and glare cannot be told apart
constexpr double kShare = 0.15;      // of a cell's middle: a stroke of a digit fits into that
// Print on paper that is white to the sensor: mostly burnt out, with dark strokes all the same. So
// many such cells say that burnt-out cells are plain white ones.
constexpr double kWhiteShare = 0.4;
constexpr double kDarkShare = 0.03;
constexpr double kDark = 0.6;  // of the board's usual brightness
constexpr int kWhiteCells = 2;
constexpr double kWhiteCellShare = 0.1;  // of the cells that are burnt out
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
  const int usual = median_grey(sheet.grey);
  if (usual > kLightestPaper) return burnt;
  int burnt_cells = 0;
  int printed_on = 0;
  constexpr int kInset = (CellSheet::kCropPx - kMiddlePx) / 2;
  for (int cell = 0; cell < sheet.n * sheet.n; ++cell) {
    const cv::Mat middle =
        sheet.crop(cell / sheet.n, cell % sheet.n)(cv::Rect(kInset, kInset, kMiddlePx, kMiddlePx));
    int bright = 0;
    int dark = 0;
    for (int y = 0; y < middle.rows; ++y)
      for (int x = 0; x < middle.cols; ++x) {
        const int grey = middle.at<std::uint8_t>(y, x);
        bright += grey >= kBurntOut ? 1 : 0;
        dark += grey < kDark * usual ? 1 : 0;
      }
    constexpr int kPixels = kMiddlePx * kMiddlePx;
    burnt[static_cast<size_t>(cell)] = bright > kShare * kPixels;
    burnt_cells += bright > kShare * kPixels ? 1 : 0;
    printed_on += bright > kWhiteShare * kPixels && dark > kDarkShare * kPixels ? 1 : 0;
  }
  if (printed_on >= kWhiteCells && printed_on > kWhiteCellShare * burnt_cells)
    burnt.assign(burnt.size(), false);
  return burnt;
}

}  // namespace gridlens
