#pragma once

#include <vector>

#include "core/reading/decoding/cell_choices.h"
#include "core/reading/decoding/clue_search.h"
#include "core/reading/ink/ink_features.h"
#include "core/reading/provenance/typed_entries.h"

namespace gridlens {

// Odds by which a symbol is printed or an entry.
constexpr double kSureKind = 2.5;

// What the cells show, givens or not: what the search left out of `clues` or took for something
// else because it clashes may be a player's mistake. In doubt the search tells. `features`: of all
// cells in the grid's order, as in all of these.
Grid symbols_seen(const CellChoices& choices, const Grid& clues,
                  const std::vector<InkFeatures>& features);

// The cells in doubt on which the answer that `best` has hangs; none where it hangs on none:
// - there is one solution, but more than one without the clues in doubt. A clue is in doubt that by
//   its cell is rather none, or an entry, or could be any symbol. So is one that could be another
//   symbol where light or a hand wiped out half of it (`maybe_occluded`), or where it is unlike the
//   print in tone, colour or form. A torn or overwritten digit, a smudge or a figure in the
//   background is not to make an answer, however rare puzzles without one are. In a screenshot
//   (`screenshot`) nobody overwrites a digit: one that is unlike the others stands in a lit cell;
// - or a symbol printed like the others is not among the clues, as it clashes;
// - or there are several, but one with the entries, or they clash: givens that someone has ringed
//   or gone over may be among them.
std::vector<int> weak_clues_of_answer(const CellChoices& choices, const ClueSet& best,
                                      const std::vector<bool>& maybe_occluded,
                                      const std::vector<InkFeatures>& features, bool screenshot,
                                      const OnlySolution& only_solution);

}  // namespace gridlens
