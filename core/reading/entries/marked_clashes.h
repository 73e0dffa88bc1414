#pragma once

#include <vector>

#include "core/puzzle/grid.h"
#include "core/reading/entries/entry_cues.h"
#include "core/reading/entries/entry_parts.h"

namespace gridlens {

// Programs show symbols that break the rules in an ink of their own: some the player's alone,
// others every symbol of a clash, givens among them.

// The part is made of whole clashes: every symbol has its like there in a row, column or box, and
// none outside. `known`: cells that have a say.
bool holds_whole_clashes(const Grid& all, const Cells& part, const Cells& known);

// Some symbol of the part has its like in a row, column or box, wherever that one is.
bool any_clash(const Grid& all, const Cells& part);

// Symbols in inks that mark whole clashes: whose they are these inks do not tell.
Cells marked_clashes(const Grid& all, const std::vector<EntryCue>& cues);

// Symbols put apart for an ink of their own that marks no whole clash go back to the part of
// `cue`'s ink that they have.
void back_to_their_ink(const Grid& all, const EntryCue& cue, EntryParts& parts);

// Probability of an entry where all tells for a given, and where the look does not tell: rather
// one, so that what the search leaves out of the givens is.
inline constexpr double kDoubt = 1e-3;
inline constexpr double kUntoldKind = 0.55;

// What the solution tells of such symbols: those against it are entries, of the others the numbers
// of givens and of right entries tell.
void settle_kinds(const Grid& all, const Grid& solution, std::vector<double>& by_hand);

}  // namespace gridlens
