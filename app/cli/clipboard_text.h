#pragma once

#include <string>
#include <vector>

#include "core/pipeline/frame_result.h"

namespace gridlens {

struct ClipboardText {
  std::string text;  // one line a board with clues, as `gridlens read --line`; empty: there is none
  std::string told;  // what was copied, for people, one line
};

// The puzzles in view, for another program: `gridlens solve` and others take these lines.
ClipboardText clipboard_text(const std::vector<BoardResult>& boards);

}  // namespace gridlens
