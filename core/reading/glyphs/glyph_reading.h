#pragma once

#include "core/reading/decoding/cell_choices.h"
#include "core/reading/decoding/search_budget.h"
#include "core/reading/glyphs/glyph_picture.h"

namespace gridlens {

// Joint decoding of a board's printed glyphs. Where some printed cell is in doubt, the pictures of
// the print are sorted into classes, one a symbol. Then `choices.values` say what a cell's class is
// as well as what it seems to be by itself. A typeface that misleads the network in every copy of a
// glyph does so no longer where the glyphs look different; what has good copies is no smudge. That
// last is left out of a `drawing`: its marks and candidates have copies, too. Handwriting stays as
// it was read. Sets `choices.glyph_margin`. False where nothing is in doubt, the pictures tell
// nothing, or the budget does not suffice, and `choices` are as they were. `rectified_cell_of` as
// in make_choices.
bool settle_glyphs(CellChoices& choices, GlyphPictures& pictures,
                   const std::vector<int>& rectified_cell_of, bool drawing, SearchBudget& budget);

}  // namespace gridlens
