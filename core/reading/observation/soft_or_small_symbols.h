#pragma once

#include <vector>

#include "core/reading/ink/ink_map.h"
#include "core/reading/network/digit_network.h"

namespace gridlens {

// log p(blank) below which a cell surely holds a symbol.
inline constexpr float kSurelySymbol = -4;

// So many symbols tell what all of a board are like.
inline constexpr size_t kEnoughSymbols = 5;

// Log-odds of blank of what is clearly unlike a screenshot's symbols.
inline constexpr double kUnlikeIsBlank = 6;

// A program draws all symbols of a board equally sharp and about equally tall. Moves the log-odds
// of cells whose ink is much softer (a glow, the background's picture) or much smaller (candidates)
// than that of the cells that surely hold symbols towards blank. `cells` of a screenshot's
// rectified board, `scores` in their order. `sideways`: the symbols are read turned by a quarter.
void discount_soft_or_small(const InkMap& ink, const std::vector<int>& cells, bool sideways,
                            std::vector<CellScores>& scores);

}  // namespace gridlens
