#include "core/pipeline/page_change_by_image.h"

#include <opencv2/imgproc.hpp>

namespace gridlens {

namespace {

constexpr int kBlocks = 3;   // blocks a cell side
constexpr int kBlockPx = 6;  // 3 * 6 px in the middle of a 26 px cell: lines stay outside
constexpr double kLeastLikeness =
    0.6;  // the same page under changing light stays above 0.8, another page near 0

// Darkness against the cell's own paper, grey levels: kBlocks x kBlocks a cell, CV_32F.
cv::Mat ink_of(const RectifiedBoard& rectified) {
  constexpr int kMiddle = kBlocks * kBlockPx;
  constexpr int kInset = RectifiedBoard::kMarginPx + (RectifiedBoard::kCellPx - kMiddle) / 2;
  cv::Mat ink(rectified.n * kBlocks, rectified.n * kBlocks, CV_32F);
  for (int row = 0; row < rectified.n; ++row)
    for (int col = 0; col < rectified.n; ++col) {
      const cv::Rect middle(col * RectifiedBoard::kCellPx + kInset,
                            row * RectifiedBoard::kCellPx + kInset, kMiddle, kMiddle);
      cv::Mat blocks;
      rectified.grey(middle).convertTo(blocks, CV_32F);
      cv::resize(blocks, blocks, {kBlocks, kBlocks}, 0, 0, cv::INTER_AREA);
      double paper = 0;
      cv::minMaxLoc(blocks, nullptr, &paper);
      cv::subtract(paper, blocks, ink({col * kBlocks, row * kBlocks, kBlocks, kBlocks}));
    }
  return ink;
}

// Correlation -1..1 of the ink of two rectified boards; 0 where one has none, or their sizes
// differ.
double likeness(const cv::Mat& a, const cv::Mat& b) {
  if (a.size() != b.size() || cv::countNonZero(a) == 0 || cv::countNonZero(b) == 0) return 0;
  cv::Mat1f correlation;
  cv::matchTemplate(a, b, correlation, cv::TM_CCOEFF_NORMED);
  return correlation(0, 0);
}

}  // namespace

void PageChangeByImage::remember(const RectifiedBoard& rectified) {
  remembered_ = ink_of(rectified);
}

bool PageChangeByImage::changed(const RectifiedBoard& rectified) const {
  return !remembered_.empty() && likeness(remembered_, ink_of(rectified)) < kLeastLikeness;
}

}  // namespace gridlens
