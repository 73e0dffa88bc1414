#pragma once

#include <opencv2/core/mat.hpp>

#include "core/vision/lattice/lattice_evidence.h"
#include "core/vision/lattice/lattice_warp.h"

namespace gridlens {

// Is a lattice with this evidence that of a board of n x n cells, and not of another size, of text
// or of a piece of something larger? The evidence is from a thorough reading of `picture` along
// `image_from_board`, which gave these samples. `cell_px`: side of a cell in the full-size picture.
// `completed`: one side of the lattice was not found but is presumed under something that covers
// it.
bool is_board_lattice(const LinePicture& picture, const LatticeWarp& image_from_board, int n,
                      const LatticeEvidence& evidence, const std::vector<LatticeSample>& samples,
                      double cell_px, bool completed = false);

}  // namespace gridlens
