#include "core/reading/evidence/drawn_symbols.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/vision/lattice/median.h"

namespace gridlens {

namespace {

constexpr int kFrom = CellSheet::kMarginPx + 3;  // clear of the cell's lines
constexpr int kSide = CellSheet::kCropPx - 2 * kFrom;
constexpr double kStrokeInk = 0.5;  // of the cell's darkest ink
// Against the median of the board's symbols: full leaning to blank at the first figure, none from
// the second on. Small letters are 0.7 of tall ones, candidates a third or less.
constexpr double kSmall[] = {0.5, 0.62};
constexpr double kSoft[] = {0.35, 0.5};
constexpr double kUnlikeIsBlank = 6;
constexpr float kSurelySymbol = -4;  // log p(blank) below it
constexpr size_t kSymbolsToCompare = 4;

struct Look {
  double height_px = 0;  // of the tallest stroke
  double steepness = 0;  // of the steepest edge
};

Look look_at(const InkSheet& ink, int cell, bool sideways) {
  const cv::Mat middle = ink.crop(cell)(cv::Rect(kFrom, kFrom, kSide, kSide));
  Look look;
  double darkest = 0;
  cv::minMaxLoc(middle, nullptr, &darkest);
  const cv::Mat dark = middle >= std::max(1.0, kStrokeInk * darkest);
  cv::Mat labels, stats, centroids;
  const int count = cv::connectedComponentsWithStats(dark, labels, stats, centroids, 8, CV_32S);
  const int height = sideways ? cv::CC_STAT_WIDTH : cv::CC_STAT_HEIGHT;
  for (int label = 1; label < count; ++label)
    look.height_px = std::max(look.height_px, static_cast<double>(stats.at<int>(label, height)));
  int steepest = 0;
  for (int y = 0; y + 1 < middle.rows; ++y) {
    const std::uint8_t* row = middle.ptr(y);
    const std::uint8_t* next = middle.ptr(y + 1);
    for (int x = 0; x + 1 < middle.cols; ++x) {
      const int dx = row[x + 1] - row[x];
      const int dy = next[x] - row[x];
      steepest = std::max(steepest, dx * dx + dy * dy);
    }
  }
  look.steepness = std::sqrt(static_cast<double>(steepest));
  return look;
}

double unlike(double ratio, const double (&from_to)[2]) {
  return std::clamp((from_to[1] - ratio) / (from_to[1] - from_to[0]), 0.0, 1.0);
}

}  // namespace

void discount_unlike_symbols(const InkSheet& ink, const std::vector<int>& cells, bool sideways,
                             std::vector<CellScores>& scores) {
  std::vector<Look> looks;
  std::vector<double> heights;
  std::vector<double> slopes;
  for (size_t i = 0; i < cells.size(); ++i) {
    looks.push_back(look_at(ink, cells[i], sideways));
    if (scores[i].symbols[0] >= kSurelySymbol) continue;
    heights.push_back(looks.back().height_px);
    slopes.push_back(looks.back().steepness);
  }
  if (heights.size() < kSymbolsToCompare) return;
  const double height_px = median(heights);
  const double steepness = median(slopes);
  for (size_t i = 0; i < cells.size(); ++i) {
    const double share = std::max(unlike(looks[i].height_px / height_px, kSmall),
                                  unlike(looks[i].steepness / steepness, kSoft));
    if (share > 0) scores[i].lean_to_blank(share * kUnlikeIsBlank);
  }
}

}  // namespace gridlens
