#include "core/reading/observation/soft_or_small_symbols.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/ablation/mechanism.h"
#include "core/image/statistics.h"
#include "core/reading/ink/log_odds.h"
#include "core/reading/ink/strokes.h"

namespace gridlens {

namespace {

constexpr int kLinePx = 3;  // what lies so far inside is clear of the cell's lines
// Against the median of the board's symbols: no leaning to blank from the first figure on, full at
// the second. Small letters are 0.7 of tall ones, candidates a third or less.
constexpr double kSmall[] = {0.62, 0.5};
constexpr double kSoft[] = {0.5, 0.35};
constexpr size_t kLooksToCompare = 4;

struct Look {
  double height_px = 0;  // of the tallest stroke
  double steepness = 0;  // of the steepest edge
};

// Thin strokes may break between two rows of pixels: what is one row apart is one stroke.
void mend_strokes(cv::Mat& dark) {
  const cv::Mat broken = dark.clone();
  for (int y = 1; y + 1 < dark.rows; ++y)
    for (int x = 1; x + 1 < dark.cols; ++x) {
      const auto meets = [&](int row) {
        const std::uint8_t* of = broken.ptr(row) + x;
        return (of[-1] | of[0] | of[1]) != 0;
      };
      if (meets(y - 1) && meets(y + 1)) dark.at<std::uint8_t>(y, x) = 255;
    }
}

Look look_at(const InkMap& ink, int cell, bool sideways) {
  const cv::Mat middle = ink.inside(cell, kLinePx);
  Look look;
  double darkest = 0;
  cv::minMaxLoc(middle, nullptr, &darkest);
  cv::Mat dark = middle >= std::max(1.0, kStrokeInk * darkest);
  mend_strokes(dark);
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

}  // namespace

void discount_soft_or_small(const InkMap& ink, const std::vector<int>& cells, bool sideways,
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
  if (heights.size() < kLooksToCompare) return;
  const double height_px = median(heights);
  const double steepness = median(slopes);
  for (size_t i = 0; i < cells.size(); ++i) {
    const double share =
        std::max(share_between(looks[i].height_px / height_px, kSmall[0], kSmall[1]),
                 share_between(looks[i].steepness / steepness, kSoft[0], kSoft[1]));
    if (share > 0 && in_use<"small_or_soft_symbols">())
      scores[i].add_blank_log_odds(share * kUnlikeIsBlank);
  }
}

}  // namespace gridlens
