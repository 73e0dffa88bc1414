#pragma once

#include <span>
#include <string>
#include <vector>

#include "core/puzzle/puzzle_document.h"

namespace gridlens {

// What a format holds beside givens and boxes.
struct FormatHolds {
  bool entries = false;
  bool marks = false;
  bool diagonals = false;  // the rules "x"
  bool regions = false;    // the rules "jigsaw"
  bool symbols = false;
  bool title = false;
  bool author = false;
  bool comment = false;
  bool source = false;
  bool created = false;
  bool elapsed = false;
};

// One line for each kind of thing that the documents have and the format does not hold: "pencil
// marks", of several documents "pencil marks of 3 puzzles, from puzzle 2 on".
std::vector<std::string> losses_of(std::span<const PuzzleDocument> documents,
                                   const FormatHolds& holds);

}  // namespace gridlens
