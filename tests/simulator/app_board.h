#pragma once

#include <optional>
#include <string>

#include "tests/simulator/board_painter.h"

namespace gridlens::generator {

// How a program shows that entries are wrong: not at all, the entry in red, or on red; every symbol
// that breaks the rules with another one, givens among them, in red, or on red.
enum class MistakeMarks { none = 1, ink, background, clash_ink, clash_background };

// A board as a game program draws it on a screen: type of the user interface, tiles or hairlines,
// light and dark themes, a selected cell with its row, column and box lit, entries typed by the
// player in another colour, candidates as a small keypad in the cell. Lengths are in cells.
struct AppStyle {
  std::string font = "Inter-Medium.otf";
  double digit_height = 0.48;
  bool tiles = false;  // cells are rounded tiles with gaps between them, and there are no lines
  double gap = 0.06, box_gap = 0.14, radius = 0.16;
  double thin = 0.02, thick = 0.05;
  Colour background, cell, given_cell, line, thin_line, given, entry, mark, lit, selected;
  bool border = true;  // a frame around the lines
  bool select = false;
  double entry_share = 0, mark_share = 0;
  double wrong_share = 0;  // of the entries
  MistakeMarks mistakes = MistakeMarks::none;
  Colour mistake{200, 20, 30}, mistake_cell{250, 190, 190};
  std::optional<Colour> entry_cell;  // background of entries; else the blank cells'
  std::optional<std::string> entry_font;
  bool light_equals = false;           // symbols equal to the selected one stand on its background
  std::optional<Colour> equal;         // or on a background of their own
  std::optional<Colour> selected_ink;  // of symbols on the selected background
  AlphabetKind alphabet = AlphabetKind::numerals;
};

// `played`: entries, candidates and a selected cell may be there.
AppStyle random_app_style(Random& random, bool played);

// What a player has done, as shares: of the empty cells filled in, of these wrong, of the rest with
// candidates.
struct AppGame {
  double entries = 0, wrong = 0, marks = 0;
};

// A look with whatever programs have to tell entries and mistakes.
AppStyle random_game_style(Random& random, const AppGame& game);

// As paint_board. With tiles the truth's corners are where half a gap ends outside the outer tiles.
PrintedBoard paint_app_board(Canvas& canvas, cv::Point2d top_left, double cell_px,
                             const Puzzle& puzzle, const AppStyle& style, Random& random);

// One entry as a player types it, over an empty cell.
void type_app_entry(Canvas& canvas, cv::Point2d top_left, double cell_px, int row, int column,
                    int value, const AppStyle& style);

}  // namespace gridlens::generator
