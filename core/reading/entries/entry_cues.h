#pragma once

#include <vector>

#include "core/puzzle/grid.h"
#include "core/reading/ink/ink_traits.h"

namespace gridlens {

// What may tell a player's typed entries from givens: one figure for every cell, row-major.
struct EntryCue {
  double least_gap = 0;  // between the givens' figures and the entries'
  bool of_ground = false;
  bool off_blanks = false;  // how far the ground is off the likest blank cell's ...
  double least_off = 1e9;   // ... and where it is not at all
  bool of_colour = false;
  bool in_its_place = false;  // the same, whatever cross and box are lit
  bool perhaps_lit = false;   // a ground's, where a cross and a box are lit
  bool exact_ground = false;  // of a drawing's grounds, on which no light falls
  bool own_ink = false;       // 1 for the symbols of one ink, 0 for those of all others
  std::vector<bool> known;
  std::vector<double> values;
};

// The ink's colour and strength, the ground's brightness and colour, and how far a symbol's ground
// is off the likest blank cell's: entries are written into cells that look as blank ones do, also
// where the ground is a picture or unevenly lit. `all`: the board's symbols; `rare`: cells on a
// ground of their own (on_rare_ground). In a drawing (`drawn`) the inks' own colours (ink_groups)
// and the strokes' widths instead of the colours against the grounds.
std::vector<EntryCue> entry_cues(const Grid& all, const std::vector<InkTraits>& traits,
                                 const std::vector<bool>& rare, bool drawn);

// A place to split the symbols at, by one of the cues.
struct EntrySplit {
  const EntryCue* cue = nullptr;
  double threshold = 0;
  double width = 0;  // of the gap, against the least that counts
};

// The widest gaps between the figures of some symbols, widest first. Both parts are close together,
// well apart, and not small. Cells on a ground of their own are left out.
std::vector<EntrySplit> clear_splits(const Grid& symbols, const std::vector<EntryCue>& cues,
                                     const std::vector<bool>& rare);

}  // namespace gridlens
