#pragma once

#include <vector>

#include "app/command.h"
#include "app/session_view.h"

namespace gridlens {

// Every board in view with its state, and why nothing is shown where that is so.
void boards_panel(const SessionView& view, std::vector<Command>& commands);

}  // namespace gridlens
