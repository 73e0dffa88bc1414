#pragma once

#include <string>
#include <vector>

#include "tests/simulator/board_painter.h"
#include "tests/simulator/random.h"

namespace gridlens::generator {

// Boards of which a wrong answer is easily shown: classic rules and more, prints with a mistake,
// boards that someone has worked on. The truth of each holds the symbols that count as clues, and
// the one solution that may be shown; all zeros where there is none.
enum class OddBoard {
  plain = 1,  // to compare with
  // More rules: the clues alone have more than one solution, as a rule.
  diagonals,  // Sudoku X
  windows,    // four shaded boxes more
  even_odd,
  greater_than,
  neighbours,  // consecutive values marked on the borders
  kropki,
  thermometers,
  arrows,
  sandwich,
  samurai,  // five boards that share boxes
  // Classic ones that look otherwise.
  decorated,   // shades that mean nothing
  six_boards,  // small ones
  answer,      // all cells printed
  // Wrong in print.
  misprint,         // another digit in one cell
  exchanged,        // two clues in each other's place
  two_solutions,    // a clue or more too few
  answer_misprint,  // all cells printed, one of them wrong
  // Worked on.
  wrong_entries,   // by hand, some of them mistakes
  struck_entries,  // crossed out, the right one beside it
  struck_givens,   // ticked off
  ringed_givens,   // a ring around some
  overwritten,     // a given with another digit over it
  typed_entries,   // in the print's own face, some of them mistakes
  copied_wrong,    // all by hand, a digit copied wrongly
  // Not all there.
  sticky_note,
  torn,
  scribble,
};

const std::vector<OddBoard>& odd_boards();
const char* to_string(OddBoard odd);

// What the painters share.
struct OddPage {
  Canvas& canvas;
  cv::Point2d top_left;
  double cell;
  Shape shape;
  BoardStyle style;
  Random& random;

  [[nodiscard]] cv::Point2d at(double column, double row) const {
    return top_left + cv::Point2d(column * cell, row * cell);
  }
};

// odd_rules.cpp: paints the board with its marks.
PrintedBoard paint_with_more_rules(OddPage& page, OddBoard kind);
// odd_prints.cpp.
PrintedBoard paint_odd_print(OddPage& page, OddBoard kind);

}  // namespace gridlens::generator
