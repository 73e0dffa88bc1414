#include "core/vision/finding/symbol_spots.h"

#include <algorithm>
#include <numeric>
#include <opencv2/imgproc.hpp>
#include <tuple>

#include "core/vision/finding/ink_components.h"
#include "core/vision/finding/tile_edges.h"

namespace gridlens {

namespace {

// Symbols are blobs of this size, on the level where they have it.
constexpr double kLeastSizePx = 5;
constexpr int kMostSizePx = 26;
constexpr double kDigitSizeRatio = 1.4;  // of a number's digits
constexpr double kDigitGap = 0.25;       // between them, of their size
// Tiles of blank cells: patches of this size between edges, about square.
constexpr int kLeastTilePx = 8;
constexpr double kMostTileRatio = 1.35;
constexpr double kLeastTileArea = 0.75;

int size_of(const cv::Rect& box) {
  return std::max(box.width, box.height);
}

SymbolSpot spot_of(const cv::Rect& box) {
  return {cv::Point2d(box.x + (box.width - 1) / 2.0, box.y + (box.height - 1) / 2.0),
          static_cast<double>(size_of(box))};
}

// Blobs that stand as close as the digits of one number, and are as large, are one symbol.
bool in_one_number(const cv::Rect& a, const cv::Rect& b) {
  const int larger = std::max(size_of(a), size_of(b));
  if (larger > kDigitSizeRatio * std::min(size_of(a), size_of(b))) return false;
  const int across = std::max(a.x, b.x) - std::min(a.br().x, b.br().x);
  const int down = std::max(a.y, b.y) - std::min(a.br().y, b.br().y);
  return std::max(across, down) <= kDigitGap * larger;
}

// Each box, or pair of boxes in one number, as one symbol, in the order of the boxes.
std::vector<SymbolSpot> numbers_of(const std::vector<cv::Rect>& boxes) {
  std::vector<size_t> by_x(boxes.size());
  std::iota(by_x.begin(), by_x.end(), size_t{0});
  std::sort(by_x.begin(), by_x.end(), [&](size_t a, size_t b) {
    return std::tuple(boxes[a].x, boxes[a].y, a) < std::tuple(boxes[b].x, boxes[b].y, b);
  });
  std::vector<size_t> second(boxes.size(), boxes.size());  // of the number that the box begins
  std::vector<bool> taken(boxes.size(), false);
  for (size_t i = 0; i < by_x.size(); ++i) {
    const size_t a = by_x[i];
    const double reach = boxes[a].br().x + kDigitSizeRatio * size_of(boxes[a]);
    for (size_t j = i + 1; !taken[a] && j < by_x.size() && boxes[by_x[j]].x <= reach; ++j) {
      const size_t b = by_x[j];
      if (taken[b] || !in_one_number(boxes[a], boxes[b])) continue;
      second[std::min(a, b)] = std::max(a, b);
      taken[a] = taken[b] = true;
    }
  }
  std::vector<SymbolSpot> spots;
  for (size_t i = 0; i < boxes.size(); ++i) {
    const bool pair = second[i] < boxes.size();
    if (taken[i] && !pair) continue;  // it ends a number
    spots.push_back(spot_of(pair ? boxes[i] | boxes[second[i]] : boxes[i]));
    spots.back().size_px = size_of(boxes[i]);
  }
  return spots;
}

std::vector<SymbolSpot> symbol_spots(const cv::Mat& grey, bool light) {
  // Light tiles of givens on a dark background stand out, too.
  const cv::Mat mask = ink_mask(grey, light ? InkPolarity::light : InkPolarity::dark,
                                {.contrast = light ? 0.5 : 0.2});
  std::vector<cv::Rect> boxes;  // largest first
  for (const InkComponent& blob :
       ink_components(mask, {.min_extent_px = 2, .max_extent_px = kMostSizePx}))
    if (size_of(blob.box) >= kLeastSizePx) boxes.push_back(blob.box);
  return numbers_of(boxes);
}

// The tiles of blank cells, and whatever else has edges.
Spots tile_spots(const cv::Mat& grey) {
  const cv::Mat edges = tile_edges(grey, EdgeDepth::by_contrast);
  cv::Mat lines = ink_mask(edges, InkPolarity::dark, {});
  BlobLimits limits{.min_extent_px = kLeastTilePx / 2, .max_extent_px = 64};
  Spots found{SpotKind::tiles, {}, {}};
  for (const InkComponent& blob : ink_components(lines, limits))
    found.others.push_back(spot_of(blob.box));
  cv::dilate(lines, lines, {});  // rims have gaps
  cv::Mat patches;
  cv::bitwise_not(lines, patches);
  limits.min_extent_px = kLeastTilePx;
  limits.diagonal = false;
  for (const InkComponent& patch : ink_components(patches, limits)) {
    const auto [least, most] = std::minmax(patch.box.width, patch.box.height);
    if (most <= kMostTileRatio * least && patch.area_px >= kLeastTileArea * patch.box.area())
      found.spots.push_back(spot_of(patch.box));
  }
  return found;
}

}  // namespace

int Spots::fewest() const {
  return kind == SpotKind::tiles ? 8 : 14;
}

bool Spots::may_be_a_board(size_t most) const {
  const auto large = std::count_if(spots.begin(), spots.end(), [](const SymbolSpot& spot) {
    return spot.size_px >= kLeastUsualPx;
  });
  return large >= fewest() && spots.size() <= most;
}

Spots spots_of(SpotKind kind, const cv::Mat& grey) {
  if (kind == SpotKind::tiles) return tile_spots(grey);
  return {kind, symbol_spots(grey, kind == SpotKind::light_symbols), {}};
}

bool has_light_symbols(const cv::Mat& grey, const Quad& board) {
  const auto inside = [&](bool light) {
    const auto spots = symbol_spots(grey, light);
    return std::count_if(spots.begin(), spots.end(),
                         [&](const SymbolSpot& spot) { return board.contains(spot.at); });
  };
  return inside(true) > inside(false);
}

}  // namespace gridlens
