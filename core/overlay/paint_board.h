#pragma once

#include <string>
#include <vector>

#include "core/overlay/overlay.h"
#include "core/overlay/page_look.h"
#include "core/puzzle/cell_map.h"
#include "core/puzzle/grid.h"

namespace gridlens {

// How a board stands, as far as its looks go.
enum class OverlayMood { busy = 1, good, warning, bad, quiet };

// One step of help, painted: which cells it is about.
struct OverlayHint {
  int cell = -1;             // row-major; -1: no cell is filled
  std::string text;          // symbol to place; empty for an entry that is wrong
  std::vector<int> shaded;   // cells of the units that prove it
  std::vector<int> because;  // cells that prove it
  struct Struck {
    int cell = 0, value = 0;
  };
  std::vector<Struck> struck;  // candidates that fall
};

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
  CellMap<float> confidence;         // of each cell's reading, 0..1; empty: not known
  std::vector<OverlayHint> hints;    // in the order of the steps
  std::vector<int> wrong;            // row-major cells of entries that are wrong
  std::vector<int> corrected;        // row-major cells that a person has corrected
  std::vector<int> revealed;         // row-major blank cells whose answer is shown in any case
  const PageLook* look = nullptr;    // how print and paper look; null: guessed, colours as wished
};

enum class Show {
  solution = 1,  // digits in the cells that hold no clue
  hint,          // the steps of `hints`: all place their symbol, the last one is explained
  check,         // entries are ticked, or marked where they are wrong
  givens,        // small tags with the clues as they were read, coloured by confidence
  none,
};

struct OverlayStyle {
  Show show = Show::solution;
  bool outline = true;  // border and label, marked cells
  Rgba solution_colour{0.05f, 0.35f, 0.85f, 1.0f};
  // Of digits, 0..1. Above 0 it is raised where the contrast asks for more.
  float opacity = 1.0f;
  float appeared = 1.0f;  // 0..1, of a fade-in of the symbols that are filled in
};

// The drawing of one board. With the solution, cells with a handwritten entry are left to the
// person: where the entry is wrong, the right digit stands small in the cell's upper right corner.
BoardOverlay paint_board(const OverlayFacts& facts, const OverlayStyle& style);

// Border colour for a mood.
Rgba mood_colour(OverlayMood mood);

}  // namespace gridlens
