#pragma once

#include <vector>

#include "app/play/play_view.h"
#include "app/session/command.h"

namespace gridlens {

// Size, rules and grade of a new puzzle, and the button that makes it.
void draw_new_puzzle(const PlayView& play, std::vector<Command>& commands);

}  // namespace gridlens
