#pragma once

#include <imgui/imgui.h>

#include <vector>

#include "app/play/play_view.h"
#include "app/session/command.h"

namespace gridlens {

// The saved games, each with a small picture, its size, grade, progress and date: inside the play
// view's window.
void draw_games_list(const PlayView& play, ImVec2 room, double scale,
                     std::vector<Command>& commands);

}  // namespace gridlens
