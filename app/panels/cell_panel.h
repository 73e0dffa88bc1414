#pragma once

#include <vector>

#include "app/session/command.h"
#include "app/session/session_view.h"
#include "app/views/cell_editor.h"

namespace gridlens {

// The selected cell: what was read there, the likeliest readings to choose from, given or entry.
void cell_panel(CellEditor& editor, const SessionView& view, std::vector<Command>& commands);

}  // namespace gridlens
