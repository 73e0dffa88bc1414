#pragma once

#include <opencv2/core/mat.hpp>
#include <vector>

#include "core/vision/lattice/lattice_fit.h"
#include "core/vision/lattice/lattice_warp.h"

namespace gridlens {

// Does something lie over a whole side of the board (a hand, an arm, a glare), so that the lattice
// ends before its border there? The three other sides and nearly all lines beside the occluded
// cells must be seen. Where lines are missing the picture must show something else than the board's
// paper: a lattice with fewer rows than columns on bare paper is a table. `samples`: of the n x n
// lattice, weighed (weigh_lattice).
bool has_occluded_side(const LinePicture& picture, const LatticeWarp& image_from_board, int n,
                       const std::vector<LatticeSample>& samples);

// Columns (or rows) of an n x n lattice that were not found, after or before the others.
struct MissingLines {
  LatticeSide side;
  int count = 1;
};

// Does a side of the n x n lattice lie beyond the board's border? That border is a line seen whole
// inside the lattice, and no lines of the board cross it.
bool reaches_beyond_border(const LinePicture& picture, const LatticeWarp& image_from_board, int n,
                           const std::vector<LatticeSample>& samples);

// A first look, before such a lattice is fitted: are the cells that were not found of another tone
// than the paper of the others? `image_from_board` within a third of a cell.
bool may_be_occluded(const cv::Mat& grey, const Homography& image_from_board, int n,
                     const MissingLines& missing);

}  // namespace gridlens
