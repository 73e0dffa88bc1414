#pragma once

#include <array>
#include <utility>

#include "core/display/reveals.h"
#include "core/overlay/paint_board.h"

namespace gridlens {

// The words of options, files and reports.
inline constexpr std::array<std::pair<const char*, Show>, 5> kShowWords{
    {{"solution", Show::solution},
     {"hint", Show::hint},
     {"check", Show::check},
     {"givens", Show::givens},
     {"none", Show::none}}};

// What a person can change while the program runs. An immutable snapshot is read at the start of
// each frame.
struct Settings {
  Show show = Show::solution;
  int hints = 1;     // steps shown at once, with Show::hint
  bool how = false;  // the panel tells the chain that leads to the newest of them
  Rgba solution_colour = OverlayStyle{}.solution_colour;
  float opacity = 1.0f;      // of the painted solution, 0..1
  bool outline = true;       // board outline and state label
  bool spare_hands = false;  // no digits in cells that a hand or a pen lies on
  bool mirror = false;       // the picture is shown mirrored; overlay text stays readable
  bool paused = false;       // the picture is frozen
  Reveals reveals;           // answers that are shown whatever `show` is
};

}  // namespace gridlens
