#pragma once

#include <opencv2/core/types.hpp>

#include "app/session/session_view.h"

namespace gridlens {

// What is told over the picture itself: recording mark, trouble banner, note, waiting and frozen
// marks. `picture`: its place, ImGui units. On a small picture they are smaller than `scale` asks
// for, and clear of the boards where a corner is. `note_opacity`: 0..1. `with_tip`: what would help
// to get a board solved is told, too, in the note's place once that has gone.
void draw_picture_notes(const SessionView& view, cv::Rect2f picture, double scale,
                        float note_opacity = 1, bool with_tip = false);

}  // namespace gridlens
