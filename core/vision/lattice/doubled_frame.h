#pragma once

#include <opencv2/core/mat.hpp>
#include <optional>

#include "core/vision/lattice/lattice_fit.h"
#include "core/vision/lattice/lattice_warp.h"

namespace gridlens {

// Border lines of a doubled frame are looked for so near to where the inner lines say, in cells.
inline constexpr double kBesideFrame = 0.05;

// Boards with a second line around their border: a fit to all lines is drawn outwards by it, and
// shows a bend. Fits the inner lines alone; where these lead to other border lines than `fitted`
// has, and lines are seen there, they are the board's own. nullopt: no doubled frame.
std::optional<LatticeWarp> without_outer_frame(const LinePicture& picture,
                                               const LatticeWarp& fitted, int n, int bend_rounds);

// Does another, stronger line run beside the border of a lattice that was fitted to the right one,
// on two sides or more? It would lead a tracker astray.
bool has_line_beside_frame(const LinePicture& picture, const LatticeWarp& warp, int n);

}  // namespace gridlens
