#pragma once

#include "core/vision/board_candidate.h"
#include "core/vision/pyramid.h"

namespace gridlens {

// Boards found in a drawn picture (a screenshot) are upright rectangles as a rule. Sets
// `turns_as_drawn` where the sides lie along the picture's rows and columns as exactly as a program
// draws them, and as no camera shows them. A board that lies nearly so is moved onto the upright
// rectangle that fits its lines best, if they bear that out as well as the fit found: rims and glows
// of tiles lead the fit of four free corners astray. `pyramid`: that the board was found on.
void settle_drawn_board(const GreyPyramid& pyramid, BoardCandidate& board);

}  // namespace gridlens
