#pragma once

#include <vector>

#include "core/image/quad.h"
#include "core/vision/finding/board_finder.h"
#include "core/vision/lattice/board_candidate.h"
#include "core/vision/lattice/pyramid.h"

namespace gridlens {

class DebugSink;

// Lines lighter than their background: looked for, or, where they are no board's (in pictures of
// edges), only their outlines noted, or left out.
enum class LightLines { looked_for = 1, noted, left_out };

// Searches all levels of one picture's pyramid, coarse to fine, for lattices of lines of one
// polarity and of tiles: outlines and lattices of cells, each counted, fitted and weighed. Of
// boards that share their place the better one is returned. Coordinates are those of the pyramid's
// level 0. `outlines`: is set to all outlines that were tried. `distant`: boards are looked for,
// too, of which in the distance hardly more than the boxes' lines can be seen.
std::vector<BoardCandidate> search_levels(const GreyPyramid& pyramid, const FindOptions& options,
                                          DebugSink* debug, std::vector<Quad>& outlines,
                                          bool distant = false,
                                          LightLines light_lines = LightLines::looked_for);

// The same in what is darker than the paper on both its sides (ridge_filter), dark lines alone:
// where shadows and edges of paper, noise or blur leave search_levels nothing.
std::vector<BoardCandidate> search_ridges(const GreyPyramid& pyramid, const FindOptions& options,
                                          DebugSink* debug);

}  // namespace gridlens
