#pragma once

#include <vector>

#include "core/image/quad.h"
#include "core/vision/finding/board_finder.h"
#include "core/vision/finding/search_task.h"
#include "core/vision/lattice/board_candidate.h"
#include "core/vision/lattice/pyramid.h"

namespace gridlens {

class DebugSink;

// Lines lighter than their background: looked for, or, where they are no board's (in pictures of
// edges), only their outlines noted, or left out.
enum class LightLines { looked_for = 1, noted, left_out };

// Which lattices are looked for.
struct LatticeKinds {
  LightLines light_lines = LightLines::looked_for;
  // Boards, too, of which in the distance hardly more than the boxes' lines can be seen.
  bool distant = false;
  // Large pictures (over 0.6 megapixels) are searched at full size too, which only boards with a
  // side below about 120 pixels need: a third of a search.
  bool full_size = true;
  double min_side_px = kLeastSidePx;
};

// Searches all levels of one picture's pyramid, coarse to fine, for lattices of dark lines and of
// light ones: outlines and lattices of cells, each counted, fitted and weighed. Of boards that
// share their place the better one is returned, and no crossword. Where light lines are not looked
// for (then crosswords are not either: the picture is one of edges) a dark lattice that turns out
// to fit better as a light one is none. Coordinates are those of the pyramid's level 0. Live, fewer
// distant boards are fitted.
SearchFindings search_levels(const GreyPyramid& pyramid, const SearchTask& task,
                             const LatticeKinds& kinds, DebugSink* debug);

// Strategy for bad light, noise and blur: the same in what is darker than the paper on both its
// sides (ridge_filter), dark lines alone. Live, a few of the lattices that grow from single cells
// are fitted, and every other time the first of them.
void search_ridges(const SearchedPicture& picture, const SearchTask& task, SearchFindings& findings,
                   DebugSink* debug);

}  // namespace gridlens
