#include "core/vision/finding/unlined_segments.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <numeric>
#include <optional>

#include "core/image/statistics.h"

namespace gridlens {

namespace {

// Across a segment between two cells: the line, and the cells beside it, so far off it, in cells.
constexpr double kOnLine = 0.025;
constexpr double kBesideFrom = 0.09;
constexpr double kBesideTo = 0.22;
constexpr int kAcross = 3;
constexpr int kAlong = 9;
constexpr double kFromCrossing = 0.2;

bool sees(const cv::Mat& grey, cv::Point2d at) {
  return at.x >= 0 && at.y >= 0 && at.x <= grey.cols - 1.0 && at.y <= grey.rows - 1.0;
}

// The usual grey of a strip along a segment, so many cells beside its line. A symbol that reaches
// into the strip covers less than half of it, so the middle grey leaves it out; without symbols the
// mean has less noise.
std::optional<double> strip(const cv::Mat& grey, const Homography& image_from_cells, SegmentId id,
                            double from, double to, bool symbols) {
  std::array<double, kAcross * kAlong> greys;
  auto next = greys.begin();
  for (int a = 0; a < kAcross; ++a)
    for (int s = 0; s < kAlong; ++s) {
      const double across = id.line + from + (to - from) * a / (kAcross - 1);
      const double along = id.cell + kFromCrossing + (1 - 2 * kFromCrossing) * s / (kAlong - 1);
      const cv::Point2d at = image_from_cells(board_point(id.family, across, along));
      if (!sees(grey, at)) return std::nullopt;
      const int x = std::min(static_cast<int>(at.x), grey.cols - 2);
      const int y = std::min(static_cast<int>(at.y), grey.rows - 2);
      const double fx = at.x - x, fy = at.y - y;
      const std::uint8_t* p = grey.ptr(y) + x;
      const std::uint8_t* q = grey.ptr(y + 1) + x;
      *next++ = (1 - fy) * ((1 - fx) * p[0] + fx * p[1]) + fy * ((1 - fx) * q[0] + fx * q[1]);
    }
  if (symbols) return nth_smallest(greys, greys.size() / 2);
  return std::accumulate(greys.begin(), greys.end(), 0.0) / static_cast<double>(greys.size());
}

// A symbol's blurred rim darkens the strip beside it: where one of the cells holds none, that one
// is compared alone. Of a tile and a cell without one that is the tile.
std::optional<double> difference_at(const cv::Mat& grey, const Homography& image_from_cells,
                                    SegmentId id, bool symbol_before, bool symbol_after,
                                    bool tiles) {
  const bool symbols = symbol_before || symbol_after;
  const auto on = strip(grey, image_from_cells, id, -kOnLine, kOnLine, symbols);
  auto before = strip(grey, image_from_cells, id, -kBesideTo, -kBesideFrom, symbols);
  auto after = strip(grey, image_from_cells, id, kBesideFrom, kBesideTo, symbols);
  if (!on || !before || !after) return std::nullopt;
  if (symbol_before != symbol_after) {
    const bool compare_after = symbol_before != tiles;
    (compare_after ? before : after) = compare_after ? after : before;
  }
  return std::log((*on + 4) / ((*before + *after) / 2 + 4));
}

}  // namespace

std::vector<UnlinedSegment> unlined_segments(const cv::Mat& grey,
                                             const Homography& image_from_cells,
                                             const SymbolPlaces& symbols, bool tiles, int from,
                                             int to) {
  std::vector<UnlinedSegment> segments;
  for (const LineFamily family : kLineFamilies)
    for (int line = from + 1; line < to; ++line)
      for (int cell = from; cell < to; ++cell) {
        const SegmentId id{family, line, cell};
        const auto [one, other] = cells_beside(id);
        const bool before = symbols.contains(one), after = symbols.contains(other);
        if (const auto difference = difference_at(grey, image_from_cells, id, before, after, tiles))
          segments.push_back({id, before || after, *difference});
      }
  return segments;
}

}  // namespace gridlens
