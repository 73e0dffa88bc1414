#include "core/reading/ink/inverted_cells.h"

#include <algorithm>
#include <array>

#include "core/ablation/mechanism.h"
#include "core/image/statistics.h"

namespace gridlens {

namespace {

constexpr int kRimPx = 3;  // of a cell: its lines, the gap beside its tile
constexpr int kInsidePx = RectifiedBoard::kCellPx - 2 * kRimPx;
constexpr int kLeastContrast = 50;        // grey levels, of a light symbol and its tile
constexpr double kClearlyLighter = 2;     // the contrast to what is darker than the tile
constexpr double kStrokes[] = {.03, .4};  // least and most share of a symbol's strokes

// Grey levels inside a cell: the tile's, and those of the darkest and the lightest 2 %.
struct Levels {
  int tile = 0, darkest = 0, lightest = 0;
  double light_share = 0;  // nearer to the lightest than to the tile
};

Levels levels_of(const cv::Mat& inside) {
  std::array<int, 256> counts{};
  for (int y = 0; y < inside.rows; ++y)
    for (int x = 0; x < inside.cols; ++x) ++counts[inside.at<std::uint8_t>(y, x)];
  const auto quantile = [&](double share) {
    int level = 0;
    for (double below = counts[0]; below < share * static_cast<double>(inside.total());
         below += counts[static_cast<size_t>(++level)]) {
    }
    return level;
  };
  Levels levels{quantile(0.5), quantile(0.02), quantile(0.98), 0};
  for (int level = (levels.tile + levels.lightest) / 2 + 1; level < 256; ++level)
    levels.light_share += counts[static_cast<size_t>(level)];
  levels.light_share /= static_cast<double>(inside.total());
  return levels;
}

bool is_inverted(const Levels& levels) {
  const int light = levels.lightest - levels.tile;
  const int dark = levels.tile - levels.darkest;
  return light >= kLeastContrast && light > kClearlyLighter * dark &&
         levels.light_share > kStrokes[0] && levels.light_share < kStrokes[1];
}

}  // namespace

RectifiedBoard with_one_polarity(const RectifiedBoard& rectified) {
  RectifiedBoard turned = rectified;
  std::array<std::vector<int>, 2> tiles;  // of plain and of inverted cells
  std::vector<std::pair<cv::Rect, Levels>> inverted;
  for (int cell = 0; cell < rectified.n * rectified.n; ++cell) {
    const cv::Rect inside(
        cell % rectified.n * RectifiedBoard::kCellPx + RectifiedBoard::kMarginPx + kRimPx,
        cell / rectified.n * RectifiedBoard::kCellPx + RectifiedBoard::kMarginPx + kRimPx,
        kInsidePx, kInsidePx);
    const Levels levels = levels_of(rectified.grey(inside));
    const bool is = is_inverted(levels);
    tiles[is ? 1 : 0].push_back(levels.tile);
    if (is) inverted.emplace_back(inside, levels);
  }
  if (inverted.empty() || tiles[0].size() <= tiles[1].size() || !in_use<"inverted_cells">())
    return turned;
  turned.grey = rectified.grey.clone();
  const int usual = median(std::move(tiles[0]));
  for (const auto& [inside, levels] : inverted) {
    const cv::Rect cell(inside.tl() - cv::Point(kRimPx, kRimPx),
                        cv::Size(RectifiedBoard::kCellPx, RectifiedBoard::kCellPx));
    cv::Mat tile = turned.grey(cell);
    for (int y = 0; y < tile.rows; ++y)
      for (int x = 0; x < tile.cols; ++x) {
        const bool rim = std::min({x, y, tile.cols - 1 - x, tile.rows - 1 - y}) < kRimPx;
        auto& grey = tile.at<std::uint8_t>(y, x);
        const int lighter = rim ? 0 : std::max(0, grey - levels.tile);
        grey = static_cast<std::uint8_t>(std::max(0, usual - lighter));
      }
  }
  return turned;
}

}  // namespace gridlens
