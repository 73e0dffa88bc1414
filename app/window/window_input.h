#pragma once

#include <opencv2/core/types.hpp>
#include <optional>
#include <vector>

#include "app/keys/keys.h"
#include "app/panels/panel_column.h"
#include "app/session/command.h"
#include "app/session/session_view.h"
#include "render/view.h"

namespace gridlens {

// What a person does with keys and mouse beside the panels: keys are commands, or, while a cell is
// selected, for that cell. Between a frame's begin and end of ImGui; window thread.
class WindowInput {
 public:
  // As GLFW tells them, in order: a key, then the character that it types, if any.
  void add_key(int key, int scancode, int modifiers);
  void add_character(unsigned character);

  // Carries out what was pressed since. Returns what is the window's own: full screen, sizes, and
  // `leave` where nothing else was open.
  std::vector<Action> take_presses(const SessionView& view, PanelColumn& column,
                                   std::vector<Command>& commands);

  // A click on the picture selects a cell; one beside all boards ends the selection. `mouse_px`: in
  // view pixels.
  static void take_click(const SessionView& view, cv::Size picture, const View& place,
                         cv::Point2d mouse_px, CellEditor& editor);

  // For tests: as add_key() makes it of GLFW's.
  struct Press {
    KeyStroke stroke;                     // of no key: of none of the table
    std::optional<CellEditor::Key> edit;  // what it is for an edited cell
    unsigned character = 0;               // no key, but what one typed
  };
  void add(const Press& press) { presses_.push_back(press); }

 private:
  void take_key(const Press& press, const SessionView& view, PanelColumn& column,
                std::vector<Command>& commands);
  // In the play view.
  void play_key(const Press& press, const SessionView& view, PanelColumn& column,
                std::vector<Command>& commands);
  void take_character(unsigned character, const SessionView& view, PanelColumn& column,
                      std::vector<Command>& commands);
  void carry_out(Action action, const SessionView& view, PanelColumn& column,
                 std::vector<Command>& commands);
  // Closes what is open: one thing only. False: nothing is.
  bool leave(PanelColumn& column) const;

  std::vector<Press> presses_;
  std::vector<Action> wishes_;
  bool typing_ = false;      // the newest key went to the selected cell, and so does its character
  bool popup_open_ = false;  // a menu of the panel, before the newest keys
  Show before_ = Show::solution;  // shown when the overlay was last on
};

}  // namespace gridlens
