#pragma once

#include <vector>

#include "app/cell_editor.h"
#include "app/command.h"
#include "app/session_view.h"

namespace gridlens {

// The selected cell: what was read there, the likeliest readings to choose from, given or entry.
void cell_panel(CellEditor& editor, const SessionView& view, std::vector<Command>& commands);

}  // namespace gridlens
