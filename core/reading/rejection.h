#pragma once

#include "core/reading/board_decoder.h"
#include "core/reading/board_reading.h"

namespace gridlens {

// Why a lattice is not a Sudoku.
struct Rejection {
  const char* rule = nullptr;          // its name; null where it is one
  const char* why = nullptr;           // for people
  bool insufficient_evidence = false;  // too little is seen there: more of it may yet make it one
  bool other_puzzle = false;           // by the signs of another puzzle, not by its symbols
};

// Signs of other puzzles, and of a larger one.
struct OtherPuzzleSigns {
  bool regions = false;          // lines or backgrounds mark regions that are no boxes
  bool perhaps_regions = false;  // they seem to: enough where nothing marks boxes
  bool signs = false;            // on the lines between cells, as of futoshikis (LineSigns)
  bool outside = false;          // beside rows and columns, as of skyscrapers (OutsideSymbols)
  bool larger = false;           // symbols stand beside rows and beside columns, too
};

inline constexpr const char* kNoSudoku = "the numbers in the grid are no Sudoku";

// `reading` must have its clues, entries and confidences.
Rejection why_rejected(const Decoded& best, const BoardReading& reading,
                       const OtherPuzzleSigns& others);

// All clues are read with confidence but there is not exactly one solution: a misprint, or not a
// Sudoku? Without box evidence the symbols decide.
bool may_be_misprinted(const Decoded& best, const BoardReading& reading);

}  // namespace gridlens
