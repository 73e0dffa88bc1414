#pragma once

#include <vector>

#include "app/screen/screen_fill.h"
#include "app/screen/screen_overlay.h"
#include "app/screen/screen_picker.h"
#include "app/session/command.h"
#include "app/session/session_view.h"
#include "app/settings/window_settings.h"

namespace gridlens {

// What the window has to do with the screen as an input: choosing from it, the overlay over the
// program that is read, and filling in its board. One thread, the OpenGL context's.
class WindowScreen {
 public:
  explicit WindowScreen(SceneRenderer& scene) : overlay_(scene) {}  // borrowed

  void begin(const WindowSettings& remembered) { overlay_.turn(remembered.overlay_on_screen); }
  // False: the command is for others. `now`: what is shown.
  bool execute(const Command& command, const SessionView& now);
  void fill(SessionView& view);
  // A new picture was drawn, with `overlays` on it.
  void show(const FrameResult& result, const std::vector<PlacedOverlay>& overlays,
            const SourceInfo& source);
  void follow(const SourceInfo& source);  // to be called often, whether a picture came or not
  // `opened_as`: what the source was opened as; not for the demo, which nobody chose.
  void remember(const SourceInfo& source, const std::string& opened_as, WindowSettings& settings);

 private:
  ScreenPicker picker_;
  ScreenOverlay overlay_;
  ScreenFill filling_;
};

}  // namespace gridlens
