#include "app/screen/window_screen.h"

#include <variant>

#include "core/capture/screen_choices.h"

namespace gridlens {

bool WindowScreen::execute(const Command& command, const SessionView& now) {
  if (std::holds_alternative<ShowScreenPicker>(command)) {
    picker_.open();
  } else if (std::holds_alternative<CloseScreenPicker>(command)) {
    picker_.close();
  } else if (const auto* overlay = std::get_if<OverlayOnScreen>(&command)) {
    overlay_.turn(overlay->on);
  } else {
    return filling_.execute(command, now);
  }
  return true;
}

void WindowScreen::fill(SessionView& view) {
  view.screen_picker = picker_.view();
  view.screen_overlay = overlay_.view();
  filling_.fill(view);
}

void WindowScreen::show(const FrameResult& result, const std::vector<PlacedOverlay>& overlays,
                        const SourceInfo& source) {
  overlay_.show(result.frame.bgr, overlays, source.screen);
}

void WindowScreen::follow(const SourceInfo& source) {
  overlay_.follow(source.screen);
}

void WindowScreen::remember(const SourceInfo& source, const std::string& opened_as,
                            WindowSettings& settings) {
  settings.screen = source.screen ? lasting_screen_spec(opened_as, source.screen->title) : "";
  settings.overlay_on_screen = overlay_.is_on();
}

}  // namespace gridlens
