#pragma once

#include <cstdint>
#include <vector>

#include "core/vision/lattice_fit.h"

namespace gridlens {

// n * n flags, row by row: 1 where fewer than two of a cell's sides were seen.
std::vector<std::uint8_t> hidden_cells(const std::vector<LatticeSample>& samples, int n);

// Cells that something reaching in from outside covers in part or wholly: from beyond the border
// through segments that are not seen into the cells behind them. A symbol in such a cell may be
// cut. Only where the other lines are seen so well that those must be covered; empty: none.
std::vector<std::uint8_t> covered_cells(const std::vector<LatticeSample>& samples, int n);

}  // namespace gridlens
