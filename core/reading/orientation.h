#pragma once

#include <vector>

#include "core/reading/digit_network.h"

namespace gridlens {

// Sheet cell (row-major) that lies at each upright cell when the sheet's corner `quarter_turns`
// (as in Quad::rotated) is the puzzle's TL.
std::vector<int> sheet_cells_of_upright(int n, int quarter_turns);

// One way up that a sheet may be read, with what some of its cells say in it.
struct OrientationTrial {
  int quarter_turns = 0;
  double cost = 0;  // minus log-likelihood of the cells asked, the lower the better
  std::vector<int> cells;
  std::vector<CellScores> scores;  // of `cells`
};

// The orientations under which a sheet may be read, most likely first: one where some of its cells
// settle it, up to four where they do not. `inked`: cells that may hold a symbol, ascending;
// `glances`: of them, or empty. Where the glances agree on one way up it is read at once, and a few
// cells that tell it best from the next likely way must confirm it. Else all four ways are tried on
// the best-inked cells: few of them first, more where those leave doubt.
std::vector<OrientationTrial> likely_orientations(DigitNetwork& network, const InkSheet& sheet,
                                                  const std::vector<int>& inked,
                                                  const std::vector<CellGlance>& glances);

}  // namespace gridlens
