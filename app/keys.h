#pragma once

#include <vector>

#include "app/command.h"
#include "app/session_view.h"

namespace gridlens {

// What a key does, apart from what concerns the window alone. `key`: a letter A..Z, ' ' for the
// space bar, or kEscapeKey.
constexpr int kEscapeKey = 27;
void commands_for_key(int key, const SessionView& view, std::vector<Command>& commands);

}  // namespace gridlens
