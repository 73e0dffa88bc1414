#include "core/pipeline/page_change_by_image.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <opencv2/core.hpp>

namespace gridlens {

namespace {

constexpr int kBlocks = 3;   // blocks a cell side
constexpr int kBlockPx = 6;  // 3 * 6 px in the middle of a 26 px cell: lines stay outside
constexpr double kLeastLikeness =
    0.6;  // the same page under changing light stays above 0.8, another page near 0

// Darkness against the cell's own paper, 3 x 3 blocks a cell, grey levels.
std::vector<float> ink_of(const RectifiedBoard& rectified) {
  constexpr int kInset =
      RectifiedBoard::kMarginPx + (RectifiedBoard::kCellPx - kBlocks * kBlockPx) / 2;
  std::vector<float> ink;
  ink.reserve(static_cast<size_t>(rectified.n * rectified.n * kBlocks * kBlocks));
  for (int row = 0; row < rectified.n; ++row) {
    for (int col = 0; col < rectified.n; ++col) {
      const size_t first = ink.size();
      for (int y = 0; y < kBlocks; ++y)
        for (int x = 0; x < kBlocks; ++x) {
          const cv::Rect block(col * RectifiedBoard::kCellPx + kInset + x * kBlockPx,
                               row * RectifiedBoard::kCellPx + kInset + y * kBlockPx, kBlockPx,
                               kBlockPx);
          ink.push_back(static_cast<float>(cv::mean(rectified.grey(block))[0]));
        }
      const float paper =
          *std::max_element(ink.begin() + static_cast<std::ptrdiff_t>(first), ink.end());
      for (size_t i = first; i < ink.size(); ++i) ink[i] = paper - ink[i];
    }
  }
  return ink;
}

// Correlation -1..1 of the ink of two rectified boards of one size; 1 for equal ones.
double likeness(const std::vector<float>& a, const std::vector<float>& b) {
  if (a.size() != b.size() || a.empty()) return 0;
  const auto count = static_cast<double>(a.size());
  const double mean_a = std::accumulate(a.begin(), a.end(), 0.0) / count;
  const double mean_b = std::accumulate(b.begin(), b.end(), 0.0) / count;
  double ab = 0, aa = 0, bb = 0;
  for (size_t i = 0; i < a.size(); ++i) {
    ab += (a[i] - mean_a) * (b[i] - mean_b);
    aa += (a[i] - mean_a) * (a[i] - mean_a);
    bb += (b[i] - mean_b) * (b[i] - mean_b);
  }
  return aa > 0 && bb > 0 ? ab / std::sqrt(aa * bb) : 0;
}

}  // namespace

void PageChangeByImage::remember(const RectifiedBoard& rectified) {
  remembered_ = ink_of(rectified);
}

bool PageChangeByImage::changed(const RectifiedBoard& rectified) const {
  return !remembered_.empty() && likeness(remembered_, ink_of(rectified)) < kLeastLikeness;
}

}  // namespace gridlens
