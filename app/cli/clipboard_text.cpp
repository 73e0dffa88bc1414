#include "app/cli/clipboard_text.h"

#include "app/cli/read_text.h"

namespace gridlens {

ClipboardText clipboard_text(const std::vector<BoardResult>& boards) {
  ClipboardText copied;
  std::size_t puzzles = 0, doubts = 0;
  for (const BoardResult& board : boards) {
    const auto line = read_line(board);
    if (!line) continue;
    copied.text += (puzzles > 0 ? "\n" : "") + *line;
    ++puzzles;
    doubts += board.doubtful.size();
  }
  if (puzzles == 0) {
    copied.told = "No board with givens is in view: nothing was copied";
    return copied;
  }
  copied.told =
      "Copied " + std::to_string(puzzles) + (puzzles == 1 ? " puzzle" : " puzzles") + " as text";
  if (doubts > 0)
    copied.told +=
        ", " + std::to_string(doubts) + (doubts == 1 ? " cell in doubt" : " cells in doubt");
  return copied;
}

}  // namespace gridlens
