#pragma once

#include "core/puzzle/cell_map.h"
#include "core/puzzle/grid.h"
#include "core/puzzle/rules.h"

namespace gridlens {

// Log-odds (1 in 50) of a symbol that is wrong where it stands: a player's is more often, printed
// ones are far more rarely.
inline constexpr double kLogMistaken = -3.912;

// Symbols in a grid: a Sudoku's, or any? Symbols drawn at random are equal in one of N pairs of
// cells that see each other, a Sudoku's in none, but for those that are misprinted or mistaken. In
// Latin squares (futoshiki, KenKen, skyscrapers) rows and columns hold no symbol twice, but boxes
// do, in one of N - 1 pairs.
struct SudokuOdds {
  int mistakes = 0;      // symbols to leave out until no two clash (greedily, the fewest or nearly)
  double log_odds = 0;   // a Sudoku's with so many mistakes against random symbols
  int box_mistakes = 0;  // more of them than rows and columns alone ask for
  double log_odds_latin = 0;  // a Sudoku's against a Latin square's
};

// `clear`: cells to go by; the others count as blank.
SudokuOdds sudoku_odds(const Rules& rules, const Grid& symbols, const CellFlags& clear);

}  // namespace gridlens
