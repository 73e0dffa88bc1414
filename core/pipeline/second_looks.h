#pragma once

#include <array>

#include "core/vision/lattice/board_candidate.h"

namespace gridlens {

// Further looks at a board that one look leaves in doubt: the same picture, the cells cut out a
// little aside. Lines and neighbours then lie elsewhere in each crop, and what was doubtful by
// chance mostly settles.
inline constexpr std::array<std::array<double, 2>, 4> kSecondLooks{
    {{0.04, 0.04}, {-0.04, 0.04}, {0.04, -0.04}, {-0.04, -0.04}}};  // cells, x and y

inline BoardCandidate looked_at_aside(const BoardCandidate& board,
                                      const std::array<double, 2>& by) {
  BoardCandidate aside = board;
  const cv::Matx33d shift(1, 0, by[0], 0, 1, by[1], 0, 0, 1);
  aside.image_from_board = board.image_from_board * Homography(shift);
  return aside;
}

}  // namespace gridlens
