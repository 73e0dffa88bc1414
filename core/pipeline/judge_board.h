#pragma once

#include "core/pipeline/frame_result.h"
#include "core/pipeline/solve_service.h"
#include "core/reading/board_reader.h"

namespace gridlens {

// What is told of a board, made of its reading: clues, state, message and, where exactly one
// solution is sure, the solution. `image_from_board` is in the candidate's orientation; the
// result's is upright.
struct Judgement {
  BoardResult board;
  std::shared_ptr<const SolveAnswer> answer;  // null: nothing to solve yet, or still being solved
};

Judgement judge_board(const BoardReading& reading, const Homography& image_from_board,
                      SolveService& solver);

}  // namespace gridlens
