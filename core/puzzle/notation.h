#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/puzzle/grid.h"
#include "core/puzzle/shape.h"

namespace gridlens {

// Puzzles as lines of text, one puzzle a line:
// - N * N symbols without spaces: '.' or '0' empty, 1..9, then A (10) to Z (35), N <= 35; or
// - N * N numbers separated by spaces or commas, '.' or 0 empty.
// '#' starts a comment.
struct PuzzleText {
  int n = 0;                         // 0 where the length says no size
  std::vector<std::uint8_t> values;  // N * N, row-major, 0 empty; nothing with an error
  std::string error;  // why the line is malformed, one clear line; empty: it is well-formed
};

// The line without comment, white space at both ends and line end. Empty: nothing to solve.
std::string_view puzzle_part(std::string_view line);

// Reads a line's puzzle part. Never throws for what the text holds.
PuzzleText parse_puzzle(std::string_view text);

// "3x4": boxes 3 rows tall and 4 columns wide. Nothing where it is malformed or N = R * C is not in
// 4..36.
std::optional<Shape> parse_shape(std::string_view text);

// N * N symbols where N <= 9 ('.' empty), comma-separated numbers above.
std::string format_puzzle(const Grid& grid);

// A whole line that is read back with its box: "RxC:" in front of the above where the reader would
// take another box.
std::string format_puzzle_line(const Grid& grid);

// "row 4 column 7" of a row-major cell index, 1-based, as people count.
std::string cell_name(int cell, int n);

}  // namespace gridlens
