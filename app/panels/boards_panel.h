#pragma once

#include <vector>

#include "app/panels/panel_textures.h"
#include "app/session/command.h"
#include "app/session/session_view.h"

namespace gridlens {

// Every board in view with its picture, state and grade, and why nothing is shown where that is so.
void boards_panel(const SessionView& view, const TextureOf& texture_of,
                  std::vector<Command>& commands);

}  // namespace gridlens
