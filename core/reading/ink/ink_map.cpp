#include "core/reading/ink/ink_map.h"

#include <algorithm>
#include <array>
#include <opencv2/imgproc.hpp>
#include <vector>

#include "core/image/statistics.h"

namespace gridlens {

namespace {

constexpr int kPaperKernelPx = 15;  // wider than any stroke, narrower than a cell
constexpr double kInkQuantile = 0.98;
constexpr int kLeastPrintInk = 14;  // of 255: below it a rectified board holds noise, not print

// The middle of a cell, clear of its lines even when the board is registered 0.12 cells off.
constexpr int kMiddleFrom = 9;
constexpr int kMiddleTo = RectifiedBoard::kCropPx - kMiddleFrom;
// A blank cell's middle has no 3x3 patch darker than this on average.
constexpr int kBlankPatchInk = 12;

constexpr double kMostBackground = 0.6;  // of the symbols' ink
constexpr double kMostBlanks = 0.9;   // no darker; a single one may hold a blot, or half a symbol
constexpr size_t kFewestOfAKind = 3;  // cells of either kind

}  // namespace

InkMap normalise(const RectifiedBoard& rectified) {
  const cv::Mat kernel = cv::Mat::ones(kPaperKernelPx, kPaperKernelPx, CV_8U);
  cv::Mat paper;
  cv::morphologyEx(rectified.grey, paper, cv::MORPH_CLOSE, kernel);
  cv::blur(paper, paper, {kPaperKernelPx, kPaperKernelPx}, {-1, -1}, cv::BORDER_REPLICATE);
  InkMap result;
  result.n = rectified.n;
  cv::divide(rectified.grey, paper, result.ink, 255.0);
  cv::bitwise_not(result.ink, result.ink);

  LevelCounts counts{};
  for (int y = 0; y < result.ink.rows; ++y) {
    const std::uint8_t* row = result.ink.ptr(y);
    for (int x = 0; x < result.ink.cols; ++x) ++counts[row[x]];
  }
  const double pixels = kInkQuantile * static_cast<double>(result.ink.total());
  const int level = std::max(level_reached_by(pixels, counts), kLeastPrintInk);

  cv::Mat table(1, 256, CV_8U);
  for (int i = 0; i < 256; ++i)
    table.at<std::uint8_t>(i) =
        static_cast<std::uint8_t>(std::min(255, (i * InkMap::kFullInk + level / 2) / level));
  cv::LUT(result.ink, table, result.ink);
  return result;
}

double background_ink(const InkMap& ink_map) {
  std::vector<double> inks;
  for (int cell = 0; cell < ink_map.n * ink_map.n; ++cell)
    inks.push_back(strongest_ink(ink_map, cell));
  std::sort(inks.begin(), inks.end());
  const size_t split = otsu_split(inks, kFewestOfAKind);
  if (split == 0) return 0;
  const double background = inks[static_cast<size_t>(kMostBlanks * static_cast<double>(split - 1))];
  const double symbols = inks[split + (inks.size() - split) / 2];
  return background < kMostBackground * symbols ? background : 0;
}

void subtract_background(InkMap& ink_map, double background) {
  cv::Mat table(1, 256, CV_8U);
  for (int i = 0; i < 256; ++i)
    table.at<std::uint8_t>(i) = cv::saturate_cast<std::uint8_t>(
        (i - background) * InkMap::kFullInk / std::max(1.0, InkMap::kFullInk - background));
  cv::LUT(ink_map.ink, table, ink_map.ink);
}

double strongest_ink(const InkMap& ink_map, int cell) {
  constexpr int kSums = kMiddleTo - kMiddleFrom - 2;
  const cv::Mat crop = ink_map.crop(cell);
  // Sums of three beside each other, of three rows; then of the three rows.
  std::array<std::array<std::uint16_t, kSums>, 3> rows{};
  std::array<std::uint16_t, kSums> most{};
  for (int y = kMiddleFrom; y < kMiddleTo; ++y) {
    const std::uint8_t* levels = crop.ptr(y) + kMiddleFrom;
    auto& row = rows[static_cast<size_t>(y) % 3];
    for (size_t x = 0; x < kSums; ++x)
      row[x] = static_cast<std::uint16_t>(levels[x] + levels[x + 1] + levels[x + 2]);
    if (y < kMiddleFrom + 2) continue;
    for (size_t x = 0; x < kSums; ++x)
      most[x] = std::max(most[x], static_cast<std::uint16_t>(rows[0][x] + rows[1][x] + rows[2][x]));
  }
  return *std::max_element(most.begin(), most.end()) / 9.0;
}

bool surely_blank(const InkMap& ink_map, int cell) {
  return strongest_ink(ink_map, cell) <= kBlankPatchInk;
}

double middle_ink(const InkMap& ink_map, int cell) {
  const cv::Rect middle(kMiddleFrom, kMiddleFrom, kMiddleTo - kMiddleFrom, kMiddleTo - kMiddleFrom);
  return cv::mean(ink_map.crop(cell)(middle))[0];
}

}  // namespace gridlens
