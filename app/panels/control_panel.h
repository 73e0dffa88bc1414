#pragma once

#include <vector>

#include "app/session/command.h"
#include "app/session/session_view.h"

namespace gridlens {

// What is painted on the boards and how: draws inside the current ImGui window, appends what the
// person asks for.
void control_panel(const SessionView& view, std::vector<Command>& commands);

}  // namespace gridlens
