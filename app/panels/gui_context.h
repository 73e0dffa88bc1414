#pragma once

#include <array>

#include "app/settings/window_look.h"

struct ImFont;

namespace gridlens {

struct GuiFonts {
  ImFont* text = nullptr;
  ImFont* small = nullptr;  // captions, figures' units
  ImFont* bold = nullptr;   // headings, marks
  // Digits, the colon and Latin capitals alone, in rising sizes: a board's cells are of any size.
  std::array<ImFont*, 5> digits = {}, bold_digits = {};
};

// Dear ImGui's context with the program's fonts and look; no window and no OpenGL (tests run the
// panels on this alone). One at a time.
class GuiContext {
 public:
  GuiContext();
  ~GuiContext();
  GuiContext(const GuiContext&) = delete;
  GuiContext& operator=(const GuiContext&) = delete;

  // Loads the fonts and sets the look for a screen of this scale (1: ordinary, 2: HiDPI). Not
  // between new frame and render. Font textures made before are void. Throws std::runtime_error
  // when a font file is missing.
  void set_scale(double scale);
  [[nodiscard]] double scale() const { return scale_; }

  // The colours; sizes stay. At any time.
  void set_theme(Theme theme);
  [[nodiscard]] Theme theme() const { return look_.theme; }

  struct Look {
    GuiFonts fonts;
    Theme theme = Theme::dark;
  };

 private:
  Look look_;
  double scale_ = 0;
};

// Fonts and theme of the current context.
const GuiFonts& gui_fonts();
Theme gui_theme();

}  // namespace gridlens
