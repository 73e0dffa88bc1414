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

}  // namespace gridlens
