#pragma once

#include "core/puzzle/grid.h"
#include "core/reading/decoding/cell_choices.h"

namespace gridlens {

// What entries have to do with a set of clues.

// True when a cell changes between "clue v" and "no clue" while it may well hold a handwritten v
// that the solution agrees with.
bool only_kind_differs(const CellChoices& choices, int cell, int from, int to,
                       const Grid& solution);

// How far handwritten entries that differ from a solution speak against it: log-odds.
double entries_penalty(const CellChoices& choices, const Grid& clues, const Grid& solution);

// Log-odds of what a player typed if the solution is the board's, against symbols at random.
// Players err, some much, so that any share of right entries is as likely as any other (Laplace's
// rule of succession): where few agree nothing is told.
double typed_agreement(const CellChoices& choices, const Grid& clues, const Grid& solution);

}  // namespace gridlens
