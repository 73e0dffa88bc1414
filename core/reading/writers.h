#pragma once

#include <vector>

#include "core/reading/ink_traits.h"

namespace gridlens {

// What is known of one cell when it is asked who wrote in it.
struct WrittenCell {
  double filled = 0;         // probability of its likeliest symbol
  double hand_log_odds = 0;  // handwritten against printed, of the cell by itself (the network's)
  InkTraits traits;
};

// Who wrote the symbols of a board.
enum class Writing {
  printed = 1,  // all of it
  by_hand,      // all of it
  mixed,
};

struct Writers {
  Writing writing = Writing::printed;
  // Log-likelihood by which the story `by_hand` leads over a mixture; 0 where it was taken only for
  // want of printed cells. Otherwise unused.
  double by_hand_lead = 0;
  // Per cell: handwritten against printed, given all the board shows. Meaningful with `mixed`.
  std::vector<double> hand_log_odds;
};

// Tells printed givens from handwritten entries by what they have in common: a mixture of two
// kinds of ink (each trait a Student t per kind, the network's opinion of each cell as the prior),
// fitted by expectation maximisation, starting from the network (McLachlan and Peel, "Finite
// mixture models", 2000, chapter 7). `cells`: row-major, all cells of the board, any way up.
//
// Most puzzles are made so that their givens lie symmetrically under a half turn: where the board
// looks like one of those, the opposite cell is evidence, too.
Writers tell_writers(std::vector<WrittenCell> cells);

}  // namespace gridlens
