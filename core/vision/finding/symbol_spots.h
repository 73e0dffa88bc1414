#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "core/image/quad.h"
#include "core/vision/finding/symbol_lattice.h"

namespace gridlens {

// Of a board's symbols, in the median: none shall be lost for its size.
inline constexpr double kLeastUsualPx = 6.5;

// What stands in the cells of a lattice.
enum class SpotKind { dark_symbols = 1, light_symbols, tiles };

struct Spots {
  SpotKind kind = SpotKind::dark_symbols;
  std::vector<SymbolSpot> spots;   // of which the lattice is made
  std::vector<SymbolSpot> others;  // symbols among tiles

  [[nodiscard]] int fewest() const;  // of a board
  [[nodiscard]] bool may_be_a_board(size_t most) const;
};

// `grey`: CV_8UC1. Symbols are blobs of ink, each or two that stand as close as the digits of a
// number. Tiles are those of blank cells, others whatever else has edges.
Spots spots_of(SpotKind kind, const cv::Mat& grey);

// Whether more of the symbols on a board are light than dark.
bool has_light_symbols(const cv::Mat& grey, const Quad& board);

}  // namespace gridlens
