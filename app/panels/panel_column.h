#pragma once

#include <vector>

#include "app/panels/panel_textures.h"
#include "app/session/command.h"
#include "app/session/session_view.h"
#include "app/settings/window_look.h"
#include "app/views/cell_editor.h"

namespace gridlens {

struct PanelColumn {
  double width = 304;    // at scale 1, ImGui units
  WindowLook look;       // as the person has arranged it
  CellEditor editor;     // the selected cell
  bool focused = false;  // arrows, Space and Tab are for the panel
  int steps = 0;         // to be moved there: 1 to the next control, -1 back
  bool card = false;     // the list of keys is open
  TextureOf texture_of;
  bool debug_wanted = false;  // out: the debug views are open
};

// All panels, in one column at the right edge of the display, and the list of keys over all where
// it is open. Returns the width left free for the picture, ImGui units: the caller fills the rest
// with theme::kPanel first (filling it here costs a software rasteriser more than all else in the
// panels). The small handle that folds the column stays when it is folded.
float draw_panel_column(PanelColumn& column, double scale, const SessionView& view,
                        std::vector<Command>& commands);

}  // namespace gridlens
