#pragma once

#include <array>
#include <vector>

#include "core/reading/network/digit_network.h"

namespace gridlens {

// The rectified cell (row-major) at each upright cell, if the rectified board's corner
// `quarter_turns` (as in Quad::rotated) is the puzzle's TL.
std::vector<int> rectified_cells_of_upright(int n, int quarter_turns);

// Log-probabilities of the four orientations by quarter turns, before anything is read.
using OrientationPrior = std::array<double, 4>;

// One orientation in which a rectified board may be read, with what some of its cells say in it.
struct OrientationTrial {
  int quarter_turns = 0;
  double cost = 0;  // minus log-likelihood of the cells asked, the lower the better
  // Log-likelihood of the head's scores against the likeliest orientation, 0 at most. It settles
  // what reading leaves open; a bound keeps it from overruling the reading.
  double head_log_likelihood = 0;
  std::vector<int> cells;
  std::vector<CellScores> scores;  // of `cells`
};

// The orientations in which a board may be read, most likely first: one if some cells settle it,
// else up to four. `inked`: cells that may hold a symbol, ascending. All four are tried on the
// cells with most ink: few cells first, more in doubt; what they leave open the network's
// orientation head judges by all cells. An orientation that only the prior rules out is kept.
std::vector<OrientationTrial> likely_orientations(DigitNetwork& network, const InkMap& ink_map,
                                                  const std::vector<int>& inked,
                                                  const OrientationPrior& prior = {});

}  // namespace gridlens
