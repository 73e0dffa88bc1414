#pragma once

#include <utility>
#include <vector>

#include "core/puzzle/grid.h"
#include "core/puzzle/rules.h"

namespace gridlens {

using CluePair = std::pair<int, int>;  // two cells

// Pairs of equal clues in one unit, no cell in two pairs.
std::vector<CluePair> disjoint_clashes(const Rules& rules, const Grid& clues);

}  // namespace gridlens
