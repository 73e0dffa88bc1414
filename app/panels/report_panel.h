#pragma once

#include <vector>

#include "app/command.h"
#include "app/session_view.h"

namespace gridlens {

// Saves what is shown, and how it came about, for someone who can mend it.
void report_panel(const SessionView& view, std::vector<Command>& commands);

}  // namespace gridlens
