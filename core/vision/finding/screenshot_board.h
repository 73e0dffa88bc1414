#pragma once

#include <optional>

#include "core/image/quad.h"
#include "core/vision/lattice/board_candidate.h"
#include "core/vision/lattice/pyramid.h"

namespace gridlens {

// Boards found in a screenshot are upright rectangles as a rule. Sets
// `screenshot_quarter_turns` where the sides lie along the picture's rows and columns as exactly as
// a program draws them, and as no camera shows them. A board that lies nearly so is moved onto the
// upright rectangle that fits its lines best, if they bear that out as well as the fit found. Rims
// and glows of tiles lead the fit of four free corners astray. `pyramid`: that the board was found
// on.
void settle_screenshot_board(const GreyPyramid& pyramid, BoardCandidate& board);

// The same for a board of a screenshot whose lines tell nothing (a lattice of symbols): onto the
// middle one of the upright rectangles near it.
void lay_upright(BoardCandidate& board);

// The best board of a screenshot in a given place: the upright quad of a board found that may be
// whole boxes of a finer one. The edges of tiles (`edges`, a pyramid of tile_edges) tell how many
// lines there are. Boards are weighed in the picture and by the edges.
std::optional<BoardCandidate> find_in_outline(const GreyPyramid& pyramid, const GreyPyramid& edges,
                                              const Quad& outline);

}  // namespace gridlens
