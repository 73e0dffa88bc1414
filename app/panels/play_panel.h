#pragma once

#include <vector>

#include "app/play/play_view.h"
#include "app/session/command.h"
#include "app/session/session_view.h"

namespace gridlens {

// What the panel's column holds in the play view: clock, number pad, help, options.
void play_panel(const SessionView& view, std::vector<Command>& commands);

// Whether the game's entries are painted on the paper, and whether its board is in view.
void to_paper_switch(const PlayView& play, std::vector<Command>& commands);

}  // namespace gridlens
