#pragma once

#include <vector>

#include "app/command.h"
#include "app/session_view.h"

namespace gridlens {

// Where the pictures come from, as really delivered, and the choice of another camera.
void source_panel(const SessionView& view, std::vector<Command>& commands);

}  // namespace gridlens
