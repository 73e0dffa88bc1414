#pragma once

#include "tests/simulator/canvas.h"
#include "tests/simulator/random.h"

namespace gridlens::generator {

// What stands on a page besides Sudokus. Each fills `area` (page pixels) of the canvas.
enum class Clutter {
  text_column = 1,
  headline,
  advert,
  picture,
  crossword,
  table,
  calendar,
  form,
  keypad,
  blank_grid,
  checkerboard,
  word_search,
  chess_diagram,
  kakuro,
  nonogram,
  bingo_card,
  number_grid,    // hundred chart, times table, magic square, random digits
  sliding_tiles,  // fifteen puzzle, 2048
  minesweeper,
  go_board,
  letter_board,  // a word game's board with tiles on it
  qr_code,
  spreadsheet,
  timetable,
  keyboard,
  windows,         // of a building
  tiles,           // on a wall or floor
  hitori,          // full of digits, some twice in a row or column
  latin_puzzle,    // futoshiki, KenKen, skyscrapers: no digit twice in a row or column, no boxes
  digit_table,     // single digits, of any density, some with thick lines
  number_path,     // 1 to n * n, some of them
  region_numbers,  // fillomino, slitherlink, nurikabe
  lotto_slip,
  jigsaw,       // irregular regions instead of boxes
  killer,       // cages with sums, no printed digits
  kenken,       // cages with sums and products
  futoshiki,    // cells apart, signs between them
  str8ts,       // black cells among white ones
  takuzu,       // zeros and ones
  tents,        // trees, numbers outside
  battleships,  // ships, numbers outside
  index_grid,   // numbers of pages or puzzles
  logic_table,  // things against things
  seat_map,
  cross_table,  // everyone against everyone
  league_table,
  cartoon_grid,  // any digits in thick boxes
};

void paint_clutter(Canvas& canvas, cv::Rect2d area, Clutter kind, Random& random);

// Cuts `area` into blocks and fills them as a newspaper would. `grids`: share of blocks that hold
// something with lines (crossword, table, ...).
void fill_with_clutter(Canvas& canvas, cv::Rect2d area, double grids, Random& random);

// A line of words, about `letters` long, first letter capital.
std::string random_sentence(Random& random, int letters);

}  // namespace gridlens::generator
