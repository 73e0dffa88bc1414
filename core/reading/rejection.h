#pragma once

#include <string>

#include "core/reading/board_decoder.h"
#include "core/reading/board_reading.h"

namespace gridlens {

// A cell that is as good as certain: the probability of what it is taken for.
inline constexpr float kConfident = 0.99F;

// Why a lattice is no puzzle.
struct Rejection {
  std::string why;                     // for people; empty where it is one
  bool insufficient_evidence = false;  // too little is seen there: more of it may yet make it one
};

// What other puzzles have.
struct OtherPuzzleSigns {
  bool regions = false;  // lines or backgrounds mark regions that are no boxes
  bool signs = false;    // on the lines between cells, as of futoshikis (LineSigns)
};

// Of `reading` the clues, the entries and the confidences must be there.
Rejection why_rejected(const Decoded& best, const BoardReading& reading,
                       const OtherPuzzleSigns& others);

// Clues that are surely read and have no one solution: is it a Sudoku that is misprinted, or none?
// Where nothing marks boxes the symbols must tell.
bool may_be_misprinted(const Decoded& best, const BoardReading& reading);

}  // namespace gridlens
