#include "core/pipeline/frame_result.h"

#include <algorithm>

namespace gridlens {

const char* to_string(BoardState state) {
  switch (state) {
    case BoardState::reading:
      return "reading";
    case BoardState::solved:
      return "solved";
    case BoardState::multiple:
      return "multiple";
    case BoardState::contradiction:
      return "contradiction";
    case BoardState::unreadable:
      return "unreadable";
    case BoardState::budget:
      return "budget";
  }
  return "reading";
}

bool any_solved(const std::vector<BoardResult>& boards) {
  return std::any_of(boards.begin(), boards.end(),
                     [](const BoardResult& board) { return board.state == BoardState::solved; });
}

std::string objections_text(const std::vector<const char*>& objections) {
  std::string text;
  for (const char* name : objections) text += (text.empty() ? " [" : ", ") + std::string(name);
  return text.empty() ? text : text + "]";
}

}  // namespace gridlens
