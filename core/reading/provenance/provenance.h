#pragma once

#include <vector>

#include "core/reading/provenance/ink_mixture.h"

namespace gridlens {

// Who wrote the symbols of a board.
enum class Writing {
  printed = 1,  // all of it
  by_hand,      // all of it
  mixed,
};

// Of puzzles: their givens lie symmetrically under a half turn.
inline constexpr double kSymmetric = 0.5;

struct BoardProvenance {
  Writing writing = Writing::printed;
  // Log-likelihood by which the story `by_hand` leads over a mixture. Otherwise unused.
  double by_hand_lead = 0;
  // Per cell: handwritten against printed, given all the board shows. Meaningful with `mixed`.
  std::vector<double> hand_log_odds;
  // Log-likelihood by which a mixture leads over print alone (mostly negative), whatever boards are
  // like before one is seen.
  double mixed_lead = 0;
};

// Tells printed givens from handwritten entries by what they have in common (InkMixture). `cells`:
// row-major, all cells of the board, in any orientation.
//
// `not_printed`: print alone makes no puzzle here, so some of it is handwriting.
//
// Most puzzles are made so that their givens lie symmetrically under a half turn: where the board
// looks like one of those, the opposite cell is evidence, too.
BoardProvenance find_provenance(const std::vector<WrittenCell>& cells, bool not_printed = false);

}  // namespace gridlens
