#pragma once

#include "app/panels/panel_textures.h"
#include "app/session/session_view.h"

namespace gridlens {

// For those who look into it: each board's track and how surely its cells were read, and the
// pictures that the stages saw. True while the group is open: somebody has to make these.
bool debug_panel(const SessionView& view, const TextureOf& texture_of);

}  // namespace gridlens
