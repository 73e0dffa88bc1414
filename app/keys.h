#pragma once

#include <vector>

#include "app/command.h"
#include "app/session_view.h"

namespace gridlens {

// What a key does, apart from what concerns the window alone. `key`: a letter A..Z, ' ' for the
// space bar, or one of those below.
constexpr int kEscapeKey = 27;
constexpr int kNextKey = 1;  // the arrow keys to the right and to the left
constexpr int kPreviousKey = 2;
constexpr int kBeforeAfterKey = 3;  // Shift-S
constexpr int kCopyKey = 4;         // Ctrl-C
void commands_for_key(int key, const SessionView& view, std::vector<Command>& commands);

}  // namespace gridlens
