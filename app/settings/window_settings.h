#pragma once

#include <string>
#include <string_view>

#include "app/outputs/output_settings.h"
#include "app/settings/window_look.h"
#include "core/display/settings.h"

namespace gridlens {

// What the window remembers from run to run. Adding one: a member here and a row in the table of
// window_settings.cpp.
struct WindowSettings {
  Show show = Show::solution;
  Rgba ink = Settings{}.solution_colour;
  float opacity = 1;
  bool outline = true;
  bool leave_hands = false;
  bool mirror = false;
  std::string camera;  // the last one's own name; empty: none yet
  std::string screen;  // the window or part of the screen that was read last, as --input takes it;
                       // empty: another input was
  bool overlay_on_screen = false;  // over the program that is read
  OutputSettings outputs;
  bool playing = false;  // the play view was open
  WindowLook look;
  friend bool operator==(const WindowSettings&, const WindowSettings&) = default;
};

struct ReadSettings {
  WindowSettings settings;  // as at first, where the text says nothing or makes no sense
  std::string trouble;      // what makes no sense, one line; empty: all is well
};

// Of a text in TOML; never throws. Keys that are not known, as a newer version has them, are no
// trouble.
ReadSettings read_settings(std::string_view text);

// As a text in TOML that read_settings() takes. What `old_text` holds beside them is kept, where it
// is TOML.
std::string settings_text(const WindowSettings& settings, std::string_view old_text = {});

// Copies to `kept` each setting in which `now` differs from `before`.
void take_changes(const WindowSettings& before, const WindowSettings& now, WindowSettings& kept);

// The settings of a run: those of the picture, without what is of the moment.
void put_into(const WindowSettings& remembered, Settings& settings);
void take_from(const Settings& settings, WindowSettings& remembered);

}  // namespace gridlens
