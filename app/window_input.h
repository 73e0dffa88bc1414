#pragma once

#include <opencv2/core/types.hpp>
#include <vector>

#include "app/command.h"
#include "app/panels/panel_column.h"
#include "app/session_view.h"
#include "render/view.h"

namespace gridlens {

// What a person does with keys and mouse beside the panels: keys are commands, or, while a cell is
// selected, for that cell. Between a frame's begin and end of ImGui; window thread.
class WindowInput {
 public:
  // As GLFW tells them, in order: a key, then the character that it types, if any.
  void add_key(int key) { presses_.push_back({key, 0}); }
  void add_character(unsigned character) { presses_.push_back({0, character}); }

  // Carries out what was pressed since. True: the window is to fill the screen, or no longer.
  bool take_presses(const SessionView& view, PanelColumn& column, std::vector<Command>& commands);

  // A click on the picture selects a cell; one beside all boards ends the selection. `mouse_px`: in
  // view pixels.
  static void take_click(const SessionView& view, cv::Size picture, const View& place,
                         cv::Point2d mouse_px, CellEditor& editor);

 private:
  struct Press {
    int key = 0;
    unsigned character = 0;
  };
  // True: as above.
  bool take_key(int key, const SessionView& view, PanelColumn& column,
                std::vector<Command>& commands);

  std::vector<Press> presses_;
  bool typing_ = false;  // the newest key went to the selected cell, and so does its character
};

}  // namespace gridlens
