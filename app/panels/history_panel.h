#pragma once

#include <vector>

#include "app/panels/panel_textures.h"
#include "app/session/command.h"
#include "app/session/session_view.h"

namespace gridlens {

// What was solved in this run: each board with its picture, to be played or saved.
void history_panel(const SessionView& view, const TextureOf& texture_of,
                   std::vector<Command>& commands);

}  // namespace gridlens
