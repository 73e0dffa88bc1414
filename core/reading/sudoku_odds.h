#pragma once

#include <vector>

#include "core/puzzle/grid.h"
#include "core/puzzle/rules.h"

namespace gridlens {

// Symbols in a grid: a Sudoku's, or any? Symbols drawn at random are equal in one of N pairs of
// cells that see each other, a Sudoku's in none, but for those that are misprinted or mistaken.
struct SudokuOdds {
  int mistakes = 0;     // symbols to leave out until no two clash (greedily, the fewest or nearly)
  double log_odds = 0;  // a Sudoku's with so many mistakes against random symbols
};

// `clear`: cells to go by, row-major; the others count as blank.
SudokuOdds sudoku_odds(const Rules& rules, const Grid& symbols, const std::vector<bool>& clear);

}  // namespace gridlens
