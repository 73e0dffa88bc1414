#pragma once

#include <vector>

#include "core/reading/decoding/cell_choices.h"
#include "core/reading/decoding/clue_search.h"
#include "core/reading/ink/ink_features.h"
#include "core/reading/ink/visibility.h"
#include "core/reading/provenance/typed_entries.h"

namespace gridlens {

// Odds by which a symbol is printed or an entry, and how many cells of the other kind may be
// expected among those that are told.
inline constexpr double kSureKind = 2.5;
inline constexpr double kMostWrongKinds = 0.25;

// The symbols of all cells, givens or not. A symbol that the search left out of `clues`, or changed
// because of a clash, may be a player's mistake. In doubt the search decides.
Grid symbols_seen(const CellChoices& choices, const Grid& clues);

// A symbol's ink is of another colour than the usual one, not only paler or bolder: by its
// InkFeatures::red and blue. False where they are not known.
bool is_of_other_colour(const InkFeatures& its, const InkFeatures& usual);

// The weak clues that the answer of `best` depends on; empty if it depends on none:
// - The solution is unique, but not without the weak clues. A clue is weak if its cell is more
//   likely blank, an entry, or has no clear symbol. A clue that no frame showed clearly
//   (`visibility`) and that may be another symbol is weak, too. So is a clue whose tone, colour or
//   form differs from the print: a torn or overwritten digit, a smudge, a figure in the background.
//   In a `screenshot` nobody overwrites a digit, so a different look only means a highlighted cell.
// - Two values may be exchanged in some cells of the solution, and no clue there is surely the one
//   rather than the other.
// - A symbol that is printed like the others was left out of the clues because of a clash.
// - There are several solutions, or a clash, but one solution with the entries: givens that someone
//   has ringed or gone over may be among the entries.
// `visibility` and `features`: of all cells in the grid's order.
std::vector<int> weak_clues_of_answer(const CellChoices& choices, const ClueSet& best,
                                      const CellVisibility& visibility,
                                      const CellMap<InkFeatures>& features, bool screenshot,
                                      const OnlySolution& only_solution);

}  // namespace gridlens
