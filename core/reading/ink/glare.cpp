#include "core/reading/ink/glare.h"

#include <algorithm>
#include <array>

#include "core/ablation/mechanism.h"

namespace gridlens {

namespace {

constexpr int kSaturatedShare = 250;  // grey levels; JPEG keeps a saturated patch above this
constexpr int kLightestPaper = 238;   // above it, paper and glare cannot be told apart
constexpr int kVeilLighter = 6;       // grey levels that a veil of glare is lighter than paper
constexpr double kShare = 0.15;       // of a cell's middle: a stroke of a digit fits into that
// Print on paper that is white to the sensor: mostly saturated, with dark strokes all the same. So
// many such cells say that saturated cells are plain white ones.
constexpr double kWhiteShare = 0.4;
constexpr double kDarkShare = 0.03;
constexpr double kDarkOfUsual = 0.6;  // of the board's usual brightness
constexpr int kWhiteCells = 2;
constexpr double kWhiteCellShare = 0.1;  // of the cells that are saturated
constexpr int kLookedAtPx = RectifiedBoard::kCellPx * 2 / 3;
// White boxes on a shaded board, or shaded ones on white paper: white from line to line, and the
// lines as deep as elsewhere (WashedOut::clear). Light that leaves them so leaves print, too.
constexpr double kAllWhite = 0.97;

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

// Shares of a cell's middle that are saturated, and as dark as print.
struct Tones {
  double bright = 0;
  double dark = 0;
};

Tones tones_of(const RectifiedBoard& rectified, int cell, int saturation, int usual) {
  constexpr int kInset = (RectifiedBoard::kCropPx - kLookedAtPx) / 2;
  const cv::Mat middle = rectified.crop(
      cell / rectified.n, cell % rectified.n)(cv::Rect(kInset, kInset, kLookedAtPx, kLookedAtPx));
  int bright = 0;
  int dark = 0;
  for (int y = 0; y < middle.rows; ++y)
    for (int x = 0; x < middle.cols; ++x) {
      const int grey = middle.at<std::uint8_t>(y, x);
      bright += grey >= saturation ? 1 : 0;
      dark += grey < kDarkOfUsual * usual ? 1 : 0;
    }
  constexpr double kPixels = kLookedAtPx * kLookedAtPx;
  return {bright / kPixels, dark / kPixels};
}

// On paper that is darker than glare.
CellFlags saturated_cells(const RectifiedBoard& rectified, const WashedOut& washed_out, int usual) {
  CellFlags saturated(rectified.n * rectified.n);
  const int saturation = std::min(kSaturatedShare, washed_out.white.value_or(kSaturatedShare));
  int burnt_cells = 0;
  int printed_on = 0;
  for (int cell = 0; cell < saturated.size(); ++cell) {
    const Tones tones = tones_of(rectified, cell, saturation, usual);
    if (tones.bright > kAllWhite && washed_out.clear[cell] && in_use<"white_boxes">()) continue;
    saturated[cell] = tones.bright > kShare && in_use<"burnt_cells">();
    burnt_cells += tones.bright > kShare ? 1 : 0;
    printed_on += tones.bright > kWhiteShare && tones.dark > kDarkShare ? 1 : 0;
  }
  return printed_on >= kWhiteCells && printed_on > kWhiteCellShare * burnt_cells &&
                 in_use<"print_on_white">()
             ? washed_out.cells
             : saturated;
}

}  // namespace

CellVisibility visibility_in_glare(const RectifiedBoard& rectified, const WashedOut& washed_out) {
  const int usual = median_grey(rectified.grey);
  const bool light_paper = usual > kLightestPaper;
  const CellFlags saturated =
      light_paper ? washed_out.cells : saturated_cells(rectified, washed_out, usual);
  const int saturation = std::max(kSaturatedShare, usual + kVeilLighter);
  CellVisibility visibility(saturated.size(), Visibility::clear);
  for (int cell = 0; cell < saturated.size(); ++cell) {
    if (saturated[cell]) {
      visibility[cell] = Visibility::saturated;
    } else if (light_paper && saturation <= 255) {
      const Tones tones = tones_of(rectified, cell, saturation, usual);
      if (tones.bright > kWhiteShare && tones.dark <= kDarkShare && in_use<"veiled_cells">())
        visibility[cell] = Visibility::doubtful;
    }
  }
  return visibility;
}

}  // namespace gridlens
