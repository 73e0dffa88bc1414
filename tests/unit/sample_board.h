#pragma once

#include "core/pipeline/frame_result.h"
#include "tests/unit/sample_puzzle.h"

namespace gridlens {

constexpr const char* kSampleSolution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

// The sample as it was read, with a right entry at r1c3 and a wrong one at r5c5: 9 is row 5's.
inline BoardResult sample_board() {
  BoardResult board;
  board.id = 1;
  board.n = 9;
  board.state = BoardState::solved;
  board.message = "solved";
  board.shape = Shape{3, 3};
  board.alphabet = Alphabet{AlphabetKind::numerals, 9};
  board.clues = grid_of(kSamplePuzzle);
  board.entries = Grid(Shape{3, 3});
  board.entries->set(0, 2, 4);
  board.entries->set(4, 4, 9);
  board.solution = grid_of(kSampleSolution);
  board.image_from_board = Homography(cv::Matx33d(40, 0, 20, 0, 40, 20, 0, 0, 1));
  return board;
}

}  // namespace gridlens
