#include "core/vision/finding/tile_edges.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <numeric>
#include <opencv2/imgproc.hpp>

#include "core/ablation/mechanism.h"
#include "core/vision/finding/noise.h"

namespace gridlens {

namespace {

// Pictures of edges and of gaps: lines on white.
constexpr int kWhitePaper = 255;
constexpr int kDarkLine = 40;
constexpr double kFullContrast = 0.25;  // of an edge that becomes black
constexpr size_t kLeastStep = 2;        // grey levels of an edge
constexpr int kMostGapGreys = 3;        // that of the gaps, those of two kinds of tiles
// Gaps between tiles are narrow and upright: of one grey from a row to the next.
constexpr int kWidestGapPx = 16;
constexpr double kLeastGaps = 0.001;  // of all pixels
constexpr int kGapRowStep = 3;
// A screenshot may have rough backgrounds, but somewhere it is flat. Stretches of one grey, this
// long, make up at least this share of a row's greys (those cut off at black and white left out).
// Of 380 photographs and their JPEG none has more than 0.013, of 120 screenshots none less than
// 0.13.
constexpr int kFlatPx = 64;
constexpr double kFlatShare = 0.07;
constexpr double kLeastMiddle = 0.04;  // of all pixels, to judge by
constexpr int kBlack = 8;
constexpr int kWhite = 247;
constexpr int kTileRowStep = 11;

// What becomes of each pair of the highest and the lowest grey around a pixel.
using EdgeGreys = std::array<std::array<std::uint8_t, 256>, 256>;  // [highest][lowest]

EdgeGreys edge_greys(EdgeDepth edges) {
  EdgeGreys greys{};
  for (size_t high = 0; high < 256; ++high)
    for (size_t low = 0; low <= high; ++low) {
      const double contrast = static_cast<double>(high - low) / (static_cast<double>(high) + 24.0);
      double depth = std::min(1.0, contrast / kFullContrast);
      if (edges == EdgeDepth::faint_too) depth = high - low < kLeastStep ? 0 : std::cbrt(depth);
      greys[high][low] = static_cast<std::uint8_t>(kWhitePaper - (kWhitePaper - kDarkLine) * depth);
    }
  return greys;
}

// For each grey, its pixels in narrow stretches that are the same one row further up. What is large
// says nothing: a desktop has several greys that are more frequent than those of a window.
std::array<int, 256> gap_pixels(const cv::Mat& grey) {
  std::array<int, 256> counts{};
  for (int y = 1; y < grey.rows; y += kGapRowStep) {
    const std::uint8_t* row = grey.ptr(y);
    const std::uint8_t* above = grey.ptr(y - 1);
    for (int x = 0; x < grey.cols;) {
      const int from = x;
      while (x < grey.cols && row[x] == row[from]) ++x;
      if (from == 0 || x == grey.cols || x - from < 2 || x - from > kWidestGapPx) continue;
      if (std::memcmp(row + from - 1, above + from - 1, static_cast<size_t>(x - from + 2)) == 0)
        counts[row[from]] += x - from;
    }
  }
  return counts;
}

}  // namespace

bool has_flat_backgrounds(const cv::Mat& grey) {
  long middle = 0;
  long flat = 0;
  long all = 0;
  for (int y = kTileRowStep / 2; y < grey.rows; y += kTileRowStep) {
    const std::uint8_t* row = grey.ptr(y);
    all += grey.cols;
    for (int x = 0; x < grey.cols;) {
      const int from = x;
      while (x < grey.cols && row[x] == row[from]) ++x;
      if (row[from] <= kBlack || row[from] >= kWhite) continue;
      middle += x - from;
      if (x - from >= kFlatPx) flat += x - from;
    }
  }
  return static_cast<double>(middle) >= kLeastMiddle * static_cast<double>(all) &&
         static_cast<double>(flat) >= kFlatShare * static_cast<double>(middle);
}

cv::Mat tile_edges(const cv::Mat& grey, EdgeDepth depth) {
  // Both rims of a gap of a few pixels grow into one line.
  const cv::Mat window = cv::Mat::ones(5, 5, CV_8U);
  cv::Mat highest, lowest;
  cv::dilate(grey, highest, window);
  cv::erode(grey, lowest, window);
  static const EdgeGreys by_contrast = edge_greys(EdgeDepth::by_contrast);
  static const EdgeGreys faint_too = edge_greys(EdgeDepth::faint_too);
  const EdgeGreys& greys = depth == EdgeDepth::faint_too ? faint_too : by_contrast;
  constexpr int kBlock = 16;
  cv::Mat out(grey.size(), CV_8U, cv::Scalar(kWhitePaper));
  for (int y = 0; y < grey.rows; ++y) {
    const std::uint8_t* high = highest.ptr(y);
    const std::uint8_t* low = lowest.ptr(y);
    std::uint8_t* to = out.ptr(y);
    for (int from = 0; from < grey.cols; from += kBlock) {
      const int end = std::min(grey.cols, from + kBlock);
      if (std::memcmp(high + from, low + from, static_cast<size_t>(end - from)) == 0) continue;
      for (int x = from; x < end; ++x) to[x] = greys[high[x]][low[x]];
    }
  }
  return out;
}

std::vector<cv::Mat> flat_gaps(const cv::Mat& grey) {
  const std::array<int, 256> counts = gap_pixels(grey);
  std::array<int, 256> greys{};
  std::iota(greys.begin(), greys.end(), 0);
  std::stable_sort(greys.begin(), greys.end(), [&](int a, int b) {
    return counts[static_cast<size_t>(a)] > counts[static_cast<size_t>(b)];
  });
  std::vector<cv::Mat> pictures;
  for (int k = 0; k < kMostGapGreys; ++k) {
    const int level = greys[static_cast<size_t>(k)];
    if (counts[static_cast<size_t>(level)] * kGapRowStep <
        kLeastGaps * static_cast<double>(grey.total()))
      break;
    const cv::Mat background = grey == level;
    cv::Mat near;
    cv::dilate(~background, near, cv::Mat::ones(9, 9, CV_8U));
    pictures.emplace_back(grey.size(), CV_8U, cv::Scalar(kWhitePaper));
    pictures.back().setTo(kDarkLine, background & near);
  }
  return pictures;
}

bool is_screenshot(const cv::Mat& grey) {
  return light_of(grey).noise_share < kScreenshotNoise ||
         (has_flat_backgrounds(grey) && in_use<"flat_grounds">());
}

}  // namespace gridlens
