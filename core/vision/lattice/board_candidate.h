#pragma once

#include <algorithm>
#include <optional>
#include <vector>

#include "core/image/board_bend.h"
#include "core/image/homography.h"
#include "core/puzzle/cell_map.h"
#include "core/puzzle/shape.h"

namespace gridlens {

// Of boards, cells a side.
inline constexpr int kFewestCells = 4;
inline constexpr int kCommonestSize = 9;

// A box shape that the lines (thick against thin) or the shading suggest, with its weight.
struct ShapeEvidence {
  Shape shape;        // in the candidate's own, not yet upright, orientation
  double weight = 0;  // 0..1, all weights of a candidate add up to 1
  // Log-likelihood of such boxes by the lines and the cells' backgrounds, against lines and
  // backgrounds all alike: 0 to 2 where nothing marks boxes, 6 and more where something does. None:
  // not looked at.
  std::optional<double> box_evidence;
};

// What of a lattice was seen when it was found: the more, the surer its place and its boxes.
enum class LatticeSeen {
  symbols,    // where they lie (search_symbols): the board is followed by them, and counts only
              // where it is clearly solved
  box_lines,  // a board in the distance: its border and its boxes' lines, of the first of `shapes`
  all_lines,
};

// A lattice of n x n cells found in a picture. Which side is up is not known yet: the reading
// settles it.
struct BoardCandidate {
  Homography image_from_board;  // board units to pixels; corners where the outer border's centre
                                // lines cross
  int n = 0;                    // cells a side
  std::vector<ShapeEvidence>
      shapes;  // most likely first; never empty, except for n without a box shape
  double lattice_score =
      0;                  // 0..1: share of the expected lattice lines (or tile gaps) that was seen
  BoardBend bend;         // of lens and paper: p lies at image_from_board(p + bend(p))
  double bend_cells = 0;  // how far the lines leave the best plane, at most
  bool light_on_dark = false;  // the lines (or tile gaps) are brighter than the cells; the digits
                               // as a rule, too (rectify looks)
  // In a screenshot, quarter turns (Quad::rotated) that put the corner at the
  // picture's top left first; nullopt in photographs, and where the board lies askew.
  std::optional<int> screenshot_quarter_turns;

  // Something covers the cell (a hand over a part of the border); empty: none known.
  CellFlags occluded;
  bool doubled_frame = false;  // another line runs beside the border, outside of it

  LatticeSeen seen = LatticeSeen::all_lines;

  [[nodiscard]] Quad corners() const { return image_from_board.outline(n); }
  // A cell's side in pixels, on the board's shortest side.
  [[nodiscard]] double shortest_cell_px() const { return corners().shortest_side_px() / n; }
};

}  // namespace gridlens
