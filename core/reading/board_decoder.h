#pragma once

#include <map>
#include <utility>
#include <vector>

#include "core/reading/cell_choices.h"
#include "core/reading/clue_search.h"
#include "core/reading/glyph_picture.h"
#include "core/vision/board_candidate.h"

namespace gridlens {

// The best reading of a board in one orientation.
struct Decoded {
  int quarter_turns = 0;
  CellChoices choices;
  Shape shape;  // upright
  ClueSearchResult search;
  double log_likelihood = 0;  // to compare with other orientations
  std::vector<bool> unseen;   // upright cells that no frame showed
  std::vector<bool> unclear;  // upright cells that a hand or glare may have covered in every frame
};

// Decodes evidence: alphabet, writers, and the likeliest set of clues over all box shapes that the
// lines allow. Keeps the solvers between calls.
class BoardDecoder {
 public:
  // `shapes` in the sheet's orientation; all shapes of n are tried where it is empty.
  BoardDecoder(int n, std::vector<ShapeEvidence> shapes);

  // `clear`: the sheet's cells that some frame showed without doubt.
  Decoded decode(const CellEvidence& evidence, const std::vector<InkTraits>& traits,
                 const std::vector<bool>& clear, GlyphPictures& pictures, int quarter_turns);

 private:
  ClueSearch& search_for(Shape shape);
  void search_glyphs(Decoded& decoded, GlyphPictures& pictures,
                     const std::vector<int>& sheet_cells);
  void settle_without(Decoded& decoded);
  void search_shapes(Decoded& decoded);  // the best set of clues over all shapes

  int n_ = 0;
  std::vector<ShapeEvidence> shapes_;
  std::map<std::pair<int, int>, ClueSearch> searches_;
};

}  // namespace gridlens
