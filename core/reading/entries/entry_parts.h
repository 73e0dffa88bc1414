#pragma once

#include <vector>

#include "core/puzzle/grid.h"
#include "core/reading/entries/entry_cues.h"

namespace gridlens {

using Cells = std::vector<bool>;  // flags, row-major

// The symbols of a board by the side of a split they lie on.
struct EntryParts {
  Cells low, high;
  Cells apart;  // cannot be told
};

// A symbol on a ground of its own (`rare`) goes with the part of its ink's own colour, or is apart
// where the inks are alike; one whose ink has a colour of its own (mistakes are often red) is
// apart, unless the split is the ground's.
EntryParts parts_of(const Grid& symbols, const std::vector<InkTraits>& traits, const Cells& rare,
                    const EntrySplit& split);

// Puts symbols apart that another cue, which tells the parts as well, clearly counts among the
// other part. Those on a ground of their own stay where they are.
void hear_other_cues(const std::vector<EntryCue>& cues, const Cells& rare, EntryParts& parts);

// Some box holds symbols of both parts, or their inks differ on paper that does not. Boxes shaded
// or lit as a whole say nothing about entries.
bool are_mixed(const Grid& symbols, const std::vector<InkTraits>& traits, const EntryParts& parts,
               const EntryCue& cue);

// The split is a highlight's or a shadow's, of one ink on two grounds: the blank cells' ground
// takes part in it, or one part stands in the row, the column and the box of one cell.
bool is_a_highlight(const Grid& all, const std::vector<InkTraits>& traits, const Cells& rare,
                    const EntryParts& parts, const EntrySplit& split);

// Which part is rather the givens as programs draw them, -1 low, 1 high, 0 no telling: entries
// stand in cells that look as blank ones do, givens in ink that is less coloured, stronger and
// bolder.
int usual_givens(const std::vector<InkTraits>& traits, const std::vector<EntryCue>& cues,
                 const EntryParts& parts);

// The flagged symbols alone.
Grid only(const Grid& all, const Cells& cells);

}  // namespace gridlens
