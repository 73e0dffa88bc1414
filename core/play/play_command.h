#pragma once

#include <string>
#include <variant>

#include "core/help/help.h"

namespace gridlens {

// What the program does by itself while a person plays.
struct PlayOptions {
  bool fill_marks = false;  // a blank cell always begins with all values that its units leave
  bool clean_marks = true;  // an entry strikes its value from the marks of the cells that see it
  bool show_conflicts = true;
  friend bool operator==(const PlayOptions&, const PlayOptions&) = default;
};

// What a person does with a game, as values. Cells are row-major indices, values 1..N.
namespace play {

struct SetEntry {
  int cell = 0;
  int value = 0;  // 0: takes the entry away
};
struct ToggleMark {  // of a blank cell
  int cell = 0;
  int value = 0;
};
struct ClearCell {  // its entry; where it has none, its marks
  int cell = 0;
};
struct FillMarks {};  // of all blank cells: what their units leave
struct CarryOut {     // a hint's step
  HelpStep step;
};
struct Solve {  // writes the whole solution
  Grid solution;
};
struct Restart {};  // entries and marks away, the clock back to 0
struct Undo {};
struct Redo {};
struct Pause {
  bool paused = true;
};
struct ChangeOptions {
  PlayOptions options;
};

using Command = std::variant<SetEntry, ToggleMark, ClearCell, FillMarks, CarryOut, Solve, Restart,
                             Undo, Redo, Pause, ChangeOptions>;

}  // namespace play

}  // namespace gridlens
