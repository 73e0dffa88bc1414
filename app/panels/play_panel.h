#pragma once

#include <vector>

#include "app/session/command.h"
#include "app/session/session_view.h"

namespace gridlens {

// What the panel's column holds in the play view: clock, number pad, help, options.
void play_panel(const SessionView& view, std::vector<Command>& commands);

}  // namespace gridlens
