#include "core/pipeline/come_closer.h"

namespace gridlens {

bool ask_to_come_closer(BoardResult& board, double cell_px, bool asked_before) {
  const bool in_doubt = board.state == BoardState::unreadable ||
                        (board.state == BoardState::reading && !board.solving);
  if (!in_doubt || cell_px >= (asked_before ? kReadableAgainPx : kReadableCellPx)) return false;
  board.state = BoardState::unreadable;
  board.message = "come closer";
  board.doubtful.clear();  // all of them
  return true;
}

}  // namespace gridlens
