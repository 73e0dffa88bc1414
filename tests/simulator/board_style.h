#pragma once

#include <optional>
#include <string>

#include "core/puzzle/alphabet.h"
#include "core/puzzle/shape.h"
#include "tests/simulator/canvas.h"
#include "tests/simulator/random.h"

namespace gridlens::generator {

enum class InnerLines { solid = 1, hairline, dotted };
enum class BoardFrame { plain = 1, doubled, none };  // none: lattice lines end, no outer border
enum class BoxMarks { thick_lines = 1, shading, both };
// Small candidates by hand: two or three in a row, one alone off the cell's middle, or both kinds.
enum class PencilMarks { rows = 1, alone, any };

// How a board is printed. Lengths are in cells.
struct BoardStyle {
  std::string font = "cabin_bold.otf";
  double digit_height = 0.52;
  double digit_stretch = 1;
  double digit_slant = 0;
  double thin = 0.02, thick = 0.055, border = 0.065;
  InnerLines inner = InnerLines::solid;
  BoardFrame frame = BoardFrame::plain;
  double frame_gap = 0.09;         // between a doubled frame's lines
  bool heavy_outer_frame = false;  // of a doubled frame's lines the outer one is the thick one
  BoxMarks boxes = BoxMarks::thick_lines;
  Colour background{255, 255, 255}, line{20, 20, 22}, thin_line{40, 40, 42}, digit{15, 15, 18};
  Colour shade{222, 222, 222};  // background of every other box, with shading
  AlphabetKind alphabet = AlphabetKind::numerals;
  bool lower_case = false;  // letters are printed small; the truth names them in upper case
  // Handwriting
  double entry_share = 0;  // share of the empty cells filled in by hand
  double wrong_share = 0;  // of these
  std::string hand_font = "dkg_handwriting.ttf";
  Colour hand_ink{35, 50, 130};
  double pencil_mark_share = 0;  // share of the empty cells with small candidates
  PencilMarks pencil_marks = PencilMarks::rows;
};

struct StyleRanges {
  bool any_alphabet = false;             // else numerals
  std::optional<AlphabetKind> alphabet;  // this one, whatever any_alphabet says
  bool lower_case = false;
  bool inverted = false;
  bool coloured = true;     // ink and background may be coloured
  bool fancy_lines = true;  // dotted, hairline, doubled, shaded
  bool missing_border = false;
  bool doubled_frame = false;
  double entry_share = 0;
  double wrong_share = 0;
  double pencil_mark_share = 0;
  PencilMarks pencil_marks = PencilMarks::rows;
};

// A plausible print style.
BoardStyle random_style(Shape shape, Random& random, const StyleRanges& ranges = {});

// What `value` (1..n) is printed as. Upper case; the generator's own, not core/reading's.
std::string printed_symbol(AlphabetKind alphabet, int value);

}  // namespace gridlens::generator
