#pragma once

#include <optional>
#include <vector>

#include "core/image/quad.h"
#include "core/vision/lattice/board_candidate.h"
#include "core/vision/lattice/pyramid.h"
#include "core/vision/lattice/track_outcome.h"

namespace gridlens {

// Boards in the distance through a soft camera: the thin lines are gone, border and box lines (or
// the edges of shaded boxes) are left. A board of 6 to 16 cells a side is taken for seen where
// those stand in an outline (full-size pixels). What is dark between them must lie in the middles
// of cells, as digits do and text does not. Else there is none (nullopt), nor where the outline is
// so large that thin lines would show. `picture`: full size, in which the lines are dark. `fits`:
// how many outlines may still be fitted (most are none by a look at their border), which this takes
// from; null: any number.
std::optional<BoardCandidate> find_distant_board(const LinePicture& picture, const Quad& outline,
                                                 int* fits = nullptr);

// Fits the boxes of a board so found where it is predicted in another picture. Their lines are
// looked for `search_boxes` off, in boxes, a round each. Not seen there: nullopt.
std::optional<TrackOutcome> follow_distant_board(const LinePicture& picture,
                                                 const Homography& image_from_board,
                                                 const Shape& shape,
                                                 const std::vector<double>& search_boxes);

}  // namespace gridlens
