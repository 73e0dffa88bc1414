#pragma once

#include "tests/simulator/clip.h"

namespace gridlens::generator {

// Pages of other kinds, papers and prints than a plain one with a board.
ClipPlan two_boards(const ClipOptions& options);
ClipPlan four_boards(const ClipOptions& options);
ClipPlan six_boards(const ClipOptions& options);
ClipPlan newspaper(const ClipOptions& options);
ClipPlan no_sudoku(const ClipOptions& options);
ClipPlan barrel(const ClipOptions& options);
ClipPlan curl(const ClipOptions& options);
ClipPlan inverted(const ClipOptions& options);
ClipPlan no_border(const ClipOptions& options);
ClipPlan double_frame(const ClipOptions& options);
ClipPlan handwriting(const ClipOptions& options);
ClipPlan sizes(const ClipOptions& options);
ClipPlan demo(const ClipOptions& options);

}  // namespace gridlens::generator
