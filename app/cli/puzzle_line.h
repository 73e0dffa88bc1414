#pragma once

#include <optional>
#include <string>

#include "app/cli/line_reader.h"
#include "core/puzzle/grid.h"
#include "core/puzzle/shape.h"

namespace gridlens {

// What the command's options say of every board.
struct BoardWish {
  std::optional<int> fixed_n;  // its side, where the rules fix it
  std::optional<Shape> box;    // of --box
};

// The puzzle of one line, or why it is none.
struct PuzzleLine {
  int n = 0;                   // 0: the line has no board's length
  std::optional<Shape> shape;  // where the line and the options tell
  std::optional<Grid> givens;
  std::string error;
};

PuzzleLine read_puzzle_line(const LineReader::Line& line, const BoardWish& wish);

}  // namespace gridlens
