#pragma once

#include "core/puzzle/grid.h"
#include "core/reading/decoding/cell_choices.h"
#include "core/reading/decoding/clue_search.h"

namespace gridlens {

// What entries have to do with a set of clues.

// True when a cell changes between "clue v" and "no clue" while it may well hold a handwritten v
// that the solution agrees with.
bool only_kind_differs(const CellChoices& choices, int cell, int from, int to,
                       const Grid& solution);

// How far the entries speak against a solution.
double entries_penalty(const CellChoices& choices, const Grid& clues, const Grid& solution,
                       const ClueSearchOptions& options);

}  // namespace gridlens
