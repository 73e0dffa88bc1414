#pragma once

#include <opencv2/core/types.hpp>

#include "app/session_view.h"

namespace gridlens {

// What is told over the picture itself: recording mark, trouble banner, note, waiting and frozen
// marks. `picture`: its place, ImGui units.
void draw_picture_notes(const SessionView& view, cv::Rect2f picture, double scale);

}  // namespace gridlens
