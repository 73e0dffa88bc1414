#pragma once

#include <vector>

#include "app/session/command.h"
#include "app/session/session_view.h"

namespace gridlens {

// Where the pictures come from, as really delivered; the choice of another camera or file; of a
// camera its sizes, rates, exposure and focus as far as the device has them.
void source_panel(const SessionView& view, std::vector<Command>& commands);

}  // namespace gridlens
