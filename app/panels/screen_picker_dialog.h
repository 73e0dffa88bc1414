#pragma once

#include <imgui/imgui.h>

#include <opencv2/core/types.hpp>
#include <optional>
#include <vector>

#include "app/panels/panel_textures.h"
#include "app/session/command.h"
#include "app/session/session_view.h"

namespace gridlens {

// The windows of other programs with their pictures, the whole screen, or a part of it that is
// dragged on a picture of the desktop: what is chosen is opened.
class ScreenPickerDialog {
 public:
  // Nothing while none is asked for.
  void draw(const SessionView& view, double scale, const TextureOf& texture_of,
            std::vector<Command>& commands);

 private:
  void draw_list(const ScreenPickerView& picker, float unit, const TextureOf& texture_of,
                 std::vector<Command>& commands);
  void draw_part(const ScreenPickerView& picker, const TextureOf& texture_of,
                 std::vector<Command>& commands);
  void drag(cv::Size screen_px, ImVec2 corner, float pixel);

  bool part_ = false;  // of the screen, is being chosen
  std::optional<cv::Point> begun_px_;
  cv::Rect area_px_;
};

// The area between two corners that were dragged, as far as it lies on the screen; empty where it
// is too small to hold a puzzle.
cv::Rect dragged_area(cv::Point begun_px, cv::Point ended_px, cv::Size screen_px);

}  // namespace gridlens
