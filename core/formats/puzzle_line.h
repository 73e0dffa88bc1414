#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/puzzle/grid.h"
#include "core/puzzle/shape.h"

namespace gridlens {

// What the command's options say of every board.
struct BoardWish {
  std::optional<int> fixed_n;  // its side, where the rules fix it
  std::optional<Shape> box;    // of --box
};

// A puzzle of a text, or why it is none.
struct PuzzleLine {
  std::int64_t number = 0;     // of its (first) line, 1-based
  int n = 0;                   // 0: the text has no board's length
  std::optional<Shape> shape;  // where the text and the options tell
  std::optional<Grid> givens;
  std::optional<Grid> entries;       // where the text tells them apart: not in the cells of givens
  std::vector<std::string> symbols;  // of the values 1..N; empty: the numerals
  std::string error;
};

// The puzzle of one line, with or without its box in front ("2x5: ...").
PuzzleLine read_puzzle_line(const std::string& text, const BoardWish& wish);

// Sets the shape of a board of puzzle.n cells a side. The text's own shape comes first, then the
// wished one, then the one that its frame suggests, then the squarest. Sets the error where there
// is none.
void set_shape(PuzzleLine& puzzle, const BoardWish& wish, const std::optional<Shape>& own,
               const std::optional<Shape>& suggested = {});

}  // namespace gridlens
