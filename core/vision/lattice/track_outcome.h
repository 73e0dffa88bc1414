#pragma once

#include "core/image/board_bend.h"
#include "core/image/homography.h"
#include "core/puzzle/cell_map.h"

namespace gridlens {

// Where a followed board lies in one frame.
struct TrackOutcome {
  Homography image_from_board;  // refined on this frame's lattice lines; through the four corners
                                // where the border's centre lines cross, lens and paper included
  BoardBend bend;               // of lens and paper: p lies at image_from_board(p + bend(p))
  double lattice_score =
      0;  // as BoardCandidate::lattice_score, over the part of the board inside the picture
  double residual_px = 0;  // robust mean distance of the line samples from the fitted lattice
  // Too few of the cell's four sides were seen: a hand, glare, outside the picture.
  CellFlags occluded;
};

}  // namespace gridlens
