#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/puzzle/grid.h"
#include "core/puzzle/rules.h"
#include "core/puzzle/shape.h"

namespace gridlens {

// Which rules a puzzle has beside its size.
enum class RuleKind {
  classic = 1,  // rows, columns, boxes
  x,            // and the two long diagonals
  jigsaw,       // regions of any form in place of boxes
};

// The word of the command line: "classic", "x", "jigsaw".
const char* to_string(RuleKind kind);

// Values that a person noted small in a cell: bit v - 1 is the value v.
using CellMarks = std::uint64_t;
static_assert(Shape::kMaxN <= 64);

// One puzzle as a file or a saved game holds it: what is printed, what a person added, and the
// words beside it. A value: no search, no rules checked.
struct PuzzleDocument {
  Shape shape;
  RuleKind rules = RuleKind::classic;
  std::vector<std::uint8_t> regions;  // jigsaw: region 0..N-1 of each cell, row-major; else empty

  Grid givens;                       // of `shape`, as the two below
  Grid entries;                      // the person's; 0 in the cell of a given
  std::vector<CellMarks> marks;      // row-major, N * N of them; empty: no marks at all
  std::vector<std::string> symbols;  // how the values 1..N are printed; empty: numerals

  std::string title;  // one line; empty: none, as the three below
  std::string author;
  std::string comment;          // may have several lines
  std::string source;           // where the puzzle came from: a file, a camera
  std::int64_t created_s = 0;   // seconds since 1970 UTC; 0: not known
  std::int64_t elapsed_ms = 0;  // spent on it so far

  explicit PuzzleDocument(Shape of = {}) : shape(of), givens(of), entries(of) {}

  friend bool operator==(const PuzzleDocument&, const PuzzleDocument&) = default;
};

// Throws std::invalid_argument with one clear line where a jigsaw's regions are not N regions of N
// cells each.
Rules rules_of(const PuzzleDocument& document);

}  // namespace gridlens
