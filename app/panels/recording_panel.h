#pragma once

#include <vector>

#include "app/session/command.h"
#include "app/session/session_view.h"

namespace gridlens {

// Starts, pauses and stops the recording and tells how it goes; snapshots, copied puzzles, and the
// folders that files go to.
void recording_panel(const SessionView& view, std::vector<Command>& commands);

}  // namespace gridlens
