#pragma once

#include <algorithm>
#include <opencv2/core/mat.hpp>

#include "core/vision/lattice/lattice_warp.h"
#include "core/vision/lattice/line_profile.h"

namespace gridlens {

// Digits that fill their cells make "lines" half-way between the lattice's: strokes that stand one
// below the other. But lines run on where digits end, along the edges of the cells.
// `continuity_share` reads both ends of every segment, in the strip beside the crossing line that
// print seldom reaches. It returns the share of segments seen at both ends: near 1 where lines run,
// near 0 where digits stand.
//
// The segments are those of `cells` x `cells` cells of `cell_size` board units each, moved across
// by `shift` of such a cell. `min_depth`: of a seen line, a share of the background's grey.
struct ContinuityOptions {
  int cells;
  double cell_size;
  double shift;
  double min_depth;
};

// Of a cell: where a finer lattice would have lines.
inline constexpr double kBetweenLines[] = {0.5, 1.0 / 3, 2.0 / 3};

struct ContinuityShare {
  double column_lines = 0;
  double row_lines = 0;

  [[nodiscard]] double less() const { return std::min(column_lines, row_lines); }
  [[nodiscard]] double more() const { return std::max(column_lines, row_lines); }
};

ContinuityShare continuity_share(const LinePicture& picture, const LatticeWarp& image_from_board,
                                 const ContinuityOptions& lines);

// Share of the ends of the n x n lattice's own segments that are seen, beside every `step`-th of
// the lines they end at. The first of those is `first` (1 to step). Text that stands on a presumed
// line hides the ends beside it. The member column_lines is of the segments of column lines.
ContinuityShare ends_seen_beside(const LinePicture& picture, const LatticeWarp& image_from_board,
                                 int n, int first, int step, double min_depth);

// Of the lines that run up to a line (or a column of cells) the share that goes on beyond it. Below
// the first the lattice ends there, above the second it goes on.
inline constexpr double kLatticeEnds = 0.35;
inline constexpr double kLatticeGoesOn = 0.65;

// One end of a segment of the lattice itself, the first one along the line or the last.
struct SegmentEnd {
  bool inside = false;  // the picture
  bool seen = false;
};
SegmentEnd end_of(const LinePicture& picture, const LatticeWarp& image_from_board,
                  const SegmentId& segment, bool last, double min_depth);

// Both ends of one segment of the lattice itself: its middle may be lost in the digits beside it.
bool is_continuous(const LinePicture& picture, const LatticeWarp& image_from_board,
                   const SegmentId& segment, double min_depth);

}  // namespace gridlens
