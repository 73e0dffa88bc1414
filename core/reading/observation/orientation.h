#pragma once

#include <array>
#include <vector>

#include "core/reading/network/digit_network.h"

namespace gridlens {

// Rectified cell (row-major) that lies at each upright cell when the rectified board's corner
// `quarter_turns` (as in Quad::rotated) is the puzzle's TL.
std::vector<int> rectified_cells_of_upright(int n, int quarter_turns);

// Log-probabilities of the four orientations by quarter turns, before anything is read.
using OrientationPrior = std::array<double, 4>;

// One orientation in which a rectified board may be read, with what some of its cells say in it.
struct OrientationTrial {
  int quarter_turns = 0;
  double cost = 0;  // minus log-likelihood of the cells asked, the lower the better
  // Log-likelihood by the head's scores against the likeliest orientation, 0 at most: it settles
  // what reading leaves open, and is bounded so that it never overrules it.
  double head_log_likelihood = 0;
  std::vector<int> cells;
  std::vector<CellScores> scores;  // of `cells`
};

// A cell with what the network's orientation head says of it.
struct OrientedCell {
  int cell = 0;  // of the rectified board
  OrientationScores head;
};

// The orientations under which a rectified board may be read, most likely first: one where some of
// its cells settle it, up to four where they do not. `inked`: cells that may hold a symbol,
// ascending; `oriented`: some of them, ascending; none where the network has no such head. Where
// the scores of the head agree on one orientation, the board is read so at once. The network must
// confirm it: with ease, or by a few cells read in the next likely orientation. Else all four ways
// are tried on the best-inked cells: few of them first, more where those leave doubt. What the
// prior rules out is kept where the cells do not rule it out, too.
std::vector<OrientationTrial> likely_orientations(DigitNetwork& network, const InkMap& ink_map,
                                                  const std::vector<int>& inked,
                                                  std::vector<OrientedCell> oriented,
                                                  const OrientationPrior& prior = {});

}  // namespace gridlens
