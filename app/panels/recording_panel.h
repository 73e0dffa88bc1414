#pragma once

#include <vector>

#include "app/command.h"
#include "app/session_view.h"

namespace gridlens {

// Starts and stops the recording and tells how it goes.
void recording_panel(const SessionView& view, std::vector<Command>& commands);

}  // namespace gridlens
