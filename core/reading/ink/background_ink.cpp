#include "core/reading/ink/background_ink.h"

#include <algorithm>
#include <opencv2/core.hpp>
#include <vector>

#include "core/image/statistics.h"

namespace gridlens {

namespace {

constexpr double kMostBackground = 0.6;  // of the symbols' ink
constexpr double kMostBlanks = 0.9;   // no darker; a single one may hold a blot, or half a symbol
constexpr size_t kFewestOfAKind = 3;  // cells of either kind

}  // namespace

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

}  // namespace gridlens
