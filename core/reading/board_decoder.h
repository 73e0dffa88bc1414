#pragma once

#include <map>
#include <optional>
#include <utility>
#include <vector>

#include "core/reading/decoding/cell_choices.h"
#include "core/reading/decoding/clue_search.h"
#include "core/reading/glyphs/glyph_picture.h"
#include "core/vision/lattice/board_candidate.h"

namespace gridlens {

// Margin (log-probability) over every other set of clues from which one solution is sure.
inline constexpr double kSureMargin = ClueSearchOptions{}.doubtful_margin;

// The best reading of a board in one orientation.
struct Decoded {
  int quarter_turns = 0;
  CellChoices choices;
  Shape shape;                         // upright
  std::optional<double> box_evidence;  // of its boxes: ShapeEvidence
  ClueSearchResult search;
  double log_likelihood = 0;  // to compare with other orientations
  CellVisibility visibility;  // of upright cells, over all frames; saturated ones are unobserved
  // Symbols drawn in two ways, mixed, neither of which make the givens ...
  bool two_inks = false;
  // ... or, in a screenshot, in two ways at all. A player's entries may be among the symbols.
  bool perhaps_played = false;
  std::vector<int> doubts;  // cells on which the answer hangs: weak_clues_of_answer
};

// A person's corrections. The person saw the board, so its orientation and alphabet are known.
struct CorrectedBoard {
  Corrections cells;      // upright by `quarter_turns`
  int quarter_turns = 0;  // as BoardReading has it
  Alphabet alphabet;
};

// What the frames so far show of the rectified board's cells besides the symbols.
struct SeenCells {
  const CellMap<InkFeatures>& features;
  const CellVisibility& visibility;  // the best of all frames
  double legibility;                 // FrameObservation::legibility; more in a film
  const CellFlags& entered;          // was written into while it was looked at
  GlyphPictures& pictures;
  const CorrectedBoard& corrected;
};

// Decodes evidence: alphabet, provenance, and the likeliest set of clues over all box shapes that
// the lines allow. Keeps the solvers between calls.
class BoardDecoder {
 public:
  // `shapes` in the rectified board's orientation; all shapes of n are tried where it is empty.
  // `screenshot`: the board is of a screenshot.
  BoardDecoder(int n, std::vector<ShapeEvidence> shapes, bool screenshot);

  // Where the budget does not suffice, the margin is over what may still have been found.
  Decoded decode(const CellEvidence& evidence, const SeenCells& cells, int quarter_turns,
                 SearchBudget& budget);

 private:
  class Orientation;

  ClueSearch& search_for(Shape shape);

  int n_ = 0;
  bool screenshot_ = false;
  std::vector<ShapeEvidence> shapes_;
  std::map<std::pair<int, int>, ClueSearch> searches_;
};

}  // namespace gridlens
