#pragma once

#include <algorithm>
#include <opencv2/core/mat.hpp>
#include <vector>

#include "core/vision/lattice/board_candidate.h"
#include "core/vision/lattice/lattice_fit.h"
#include "core/vision/lattice/lattice_warp.h"

namespace gridlens {

// How well a picture bears out a lattice, from one narrow reading of all its segments.
struct LatticeEvidence {
  double score = 0;          // share of all expected segments inside the picture that were seen
  double inner_score = 0;    // the same without the four border lines: of the even and the odd
                             // lines of each family, those seen least
  double border_score = 0;   // the same for the four border lines only
  double outside_score = 0;  // share of the lines that go on one cell beyond a border, worst side,
                             // or beyond a border of each family: near 1, the lattice is larger or
                             // lies a cell aside
  double side_score = 0;     // worst side: its border line, or the lines that end there, were seen
  double least_border = 0;   // worst side: its border line was seen
  double ends_score = 0;     // best side: the lines that end there were seen
  double control_score = 0;  // share "seen" where no line belongs, through the middle of the cells
  double finer_score = 0;    // most of either family's "lines" at halves or thirds of a cell: near
                             // 1, the real lattice is finer
  double visible = 0;        // share of the segments that lie inside the picture

  double median_depth = 0;  // of the seen segments, share of the background's grey

  // The lattice outside is seen as well as the lattice inside: this is not its border. (Lines of
  // text beside a board reach two thirds by chance.)
  [[nodiscard]] bool goes_on() const { return outside_score > std::max(0.55, 0.8 * inner_score); }
};

// `thorough`: reads between the lines too (control_score, finer_score), which doubles the cost.
LatticeEvidence weigh_lattice(const LinePicture& picture, const LatticeWarp& image_from_board,
                              int n, bool thorough = true,
                              std::vector<LatticeSample>* samples = nullptr);

}  // namespace gridlens
