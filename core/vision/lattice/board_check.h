#pragma once

#include <optional>

#include "core/vision/lattice/board_candidate.h"
#include "core/vision/lattice/pyramid.h"

namespace gridlens {

// Share of lines seen that a cell of bend takes off. A bend finds lines for a lattice that lies
// askew, too, so of two that are seen as well the straighter is right.
inline constexpr double kBendPrice = 0.3;
inline double worth_of(const BoardCandidate& board) {
  return board.lattice_score - kBendPrice * board.bend_cells;
}

// Of two sizes that fit, a multiple explains more lines: it wins with this share of the other's
// score.
inline constexpr double kFinerWins = 0.8;

// Fits an n x n lattice, coarse to fine, to a board presumed at image_from_board (within about a
// third of a cell everywhere) and weighs the evidence. `completed`: one side was not found, but
// presumed under something that covers it. Light lines are looked for in the negative. nullopt: not
// a Sudoku board's lattice.
std::optional<BoardCandidate> check_board(const GreyPyramid& pyramid,
                                          const Homography& image_from_board, int n,
                                          bool completed = false);

}  // namespace gridlens
