#pragma once

#include <vector>

#include "core/reading/digit_network.h"

namespace gridlens {

// Sheet cell (row-major) that lies at each upright cell when the sheet's corner `quarter_turns`
// (as in Quad::rotated) is the puzzle's TL.
std::vector<int> sheet_cells_of_upright(int n, int quarter_turns);

// The quarter turns under which a sheet may be read, most likely first: one where some of its
// best-inked cells settle it, up to four where they do not. `inked`: cells that may hold a symbol,
// ascending. Few cells are asked first, more where those leave doubt.
std::vector<int> likely_orientations(DigitNetwork& network, const InkSheet& sheet,
                                     const std::vector<int>& inked);

}  // namespace gridlens
