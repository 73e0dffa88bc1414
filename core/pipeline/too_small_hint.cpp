#include "core/pipeline/too_small_hint.h"

namespace gridlens {

bool hint_too_small(BoardResult& board, double cell_px, bool asked_before) {
  const bool in_doubt = board.state == BoardState::unreadable ||
                        (board.state == BoardState::reading && !board.solving);
  if (!in_doubt || cell_px >= (asked_before ? kReadableAgainPx : kReadableCellPx)) return false;
  board.state = BoardState::unreadable;
  board.message = "come closer";
  board.doubtful.clear();  // all of them
  return true;
}

}  // namespace gridlens
