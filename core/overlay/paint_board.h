#pragma once

#include <string>
#include <vector>

#include "core/overlay/overlay.h"
#include "core/puzzle/grid.h"

namespace gridlens {

// How a board stands, as far as its looks go.
enum class OverlayMood { busy = 1, good, warning, bad, quiet };

// What is known of a board, in upright board coordinates. Pointers may be null (not known); they
// are only read.
struct OverlayFacts {
  int n = 0;
  OverlayMood mood = OverlayMood::busy;
  std::string message;  // label beside the board; empty: none
  const Grid* clues = nullptr;
  const Grid* entries = nullptr;  // handwritten
  const Grid* solution = nullptr;
  std::vector<std::string> symbols;  // symbols[v-1] is how value v is printed
  std::vector<int> doubtful;         // row-major cells to mark as doubtful
  std::vector<int> clashing;         // row-major cells to mark as wrong
  std::vector<int> left_out;         // row-major cells to paint nothing in
};

struct OverlayStyle {
  bool paint_solution = true;  // solution digits in the cells that hold no clue
  bool paint_givens = false;   // small tags with the clues as they were read
  bool outline = true;         // border and label, marked cells
  Rgba solution_colour{0.05f, 0.35f, 0.85f, 1.0f};
  float opacity = 1.0f;  // of digits, 0..1
};

// The drawing of one board. Cells with a handwritten entry are left to the person: where the entry
// is wrong, the right digit stands small in the cell's upper right corner.
BoardOverlay paint_board(const OverlayFacts& facts, const OverlayStyle& style);

// Border colour for a mood.
Rgba mood_colour(OverlayMood mood);

}  // namespace gridlens
