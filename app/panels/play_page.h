#pragma once

#include <vector>

#include "app/play/play_view.h"
#include "app/session/command.h"
#include "app/session/session_view.h"

namespace gridlens {

// Part of the window, in ImGui units.
struct PlayRoom {
  float x = 0, y = 0, width = 0, height = 0;
};

// Where the play view leaves room for the picture, beside or below the board: only while the
// entries go to the paper. Else empty.
PlayRoom picture_room(const PlayView& play, float width, float height);

// The play view left of the panel: the board with all signs, or the list of games. `width`: up to
// the panel, ImGui units.
void draw_play_page(const SessionView& view, float width, double scale,
                    std::vector<Command>& commands);

// "1:02:03", "4:05".
std::string clock_text(std::int64_t elapsed_ms);

}  // namespace gridlens
