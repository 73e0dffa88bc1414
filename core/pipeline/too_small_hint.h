#pragma once

#include "core/pipeline/frame_result.h"

namespace gridlens {

// Cells of fewer pixels are too small to read, as a rule. A board that was told to come closer must
// come a little closer than that, so that the message does not flicker.
inline constexpr double kReadableCellPx = 12;
inline constexpr double kReadableAgainPx = 13;

// Turns what is known of a board whose cells are too small to read into the wish to see it from
// nearer: `unreadable`, with the message "come closer". Leaves a board alone that is read all the
// same, or whose cells are large enough. `cell_px`: of its shortest side. True: told so.
bool hint_too_small(BoardResult& board, double cell_px, bool asked_before);

}  // namespace gridlens
