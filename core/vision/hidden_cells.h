#pragma once

#include <cstdint>
#include <vector>

#include "core/vision/lattice_fit.h"

namespace gridlens {

// n * n flags, row by row: 1 where fewer than two of a cell's sides were seen.
std::vector<std::uint8_t> hidden_cells(const std::vector<LatticeSample>& samples, int n);

// The same for a board that was just found, of which nothing is known yet: only cells that hang
// together with hidden ones at the border (hands come from outside), and only where the lines
// around are seen so well that lines which are not seen must be covered. Empty: none.
std::vector<std::uint8_t> covered_cells(const std::vector<LatticeSample>& samples, int n);

}  // namespace gridlens
