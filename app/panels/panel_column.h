#pragma once

#include <vector>

#include "app/cell_editor.h"
#include "app/command.h"
#include "app/session_view.h"

namespace gridlens {

struct PanelColumn {
  double width = 304;  // at scale 1, ImGui units
  bool open = true;    // the person may fold it away
  CellEditor editor;   // the selected cell
};

// All panels, in one column at the right edge of the display. Returns the width left free for the
// picture, ImGui units: the caller fills the rest with theme::kPanel first (filling it here costs a
// software rasteriser more than all else in the panels). The small handle that folds the column
// stays when it is folded.
float draw_panel_column(PanelColumn& column, double scale, const SessionView& view,
                        std::vector<Command>& commands);

}  // namespace gridlens
