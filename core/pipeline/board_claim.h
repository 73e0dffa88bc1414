#pragma once

#include "core/pipeline/frame_result.h"
#include "core/pipeline/solve_service.h"
#include "core/reading/board_reading.h"

namespace gridlens {

// What is told of a board, made of its reading: clues, state, message and, where exactly one
// solution is proven, the solution. The decoder's search has the proof as a rule; `solver` is asked
// only where that search ran out of budget, and `solving` is set while the answer is not there yet.
// Homography, bend and id are the caller's to fill in. `solve_ms`: adds what the solver took.
BoardResult claim_of(const BoardReading& reading, SolveService& solver, double& solve_ms);

}  // namespace gridlens
