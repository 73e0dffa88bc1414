#pragma once

#include <array>
#include <optional>
#include <string>
#include <vector>

namespace gridlens {

// What to draw on one board, as pure values in board units (one unit is one cell, outer corner
// (0,0), x right along the top row, y down). The renderer maps them through image_from_board.
// Colours are straight (not premultiplied) sRGB 0..1.

struct Rgba {
  float r = 0, g = 0, b = 0, a = 1;
  friend bool operator==(const Rgba&, const Rgba&) = default;
};

struct OverlayGlyphs {  // a short text centred in its cell
  double x = 0, y = 0;  // centre, board units
  double height = 0.7;  // cap height of the text, board units
  std::string text;     // UTF-8, one or two characters
  Rgba colour;
  double stroke = 0;    // width of strokes, board units; 0: the font's own
  double softness = 0;  // width of the strokes' edges, board units; at least a pixel
  std::optional<Rgba>
      background{};    // that `colour` was chosen for: shadows around it darken the ink
  double halo = 0;     // width of a soft rim, board units
  Rgba halo_colour{};  // with the alpha that it has beside the strokes
};

struct OverlayStroke {  // a closed or open polyline
  std::vector<std::array<double, 2>> points;
  double width = 0.06;  // board units
  bool closed = false;
  Rgba colour;
};

struct OverlayRect {  // a filled rectangle: a marked cell
  double x = 0, y = 0, width = 1, height = 1;
  Rgba colour;
  bool covers = false;  // hides what lies under it, as correction fluid does: never soaks in
};

struct OverlayLabel {  // state text beside the board: painted upright in the picture, constant size
                       // in view pixels
  std::string text;
  Rgba text_colour;
  Rgba background_colour;
};

struct BoardOverlay {
  std::vector<OverlayRect> rects;      // drawn first
  std::vector<OverlayStroke> strokes;  // then these
  std::vector<OverlayGlyphs> glyphs;   // then these
  std::optional<OverlayLabel> label;   // last
};

}  // namespace gridlens
