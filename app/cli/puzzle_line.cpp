#include "app/cli/puzzle_line.h"

#include <utility>

#include "core/puzzle/notation.h"

namespace gridlens {

namespace {

// Sets the shape that the line's length and the options make; else says why there is none.
std::string find_shape(PuzzleLine& puzzle, const BoardWish& wish) {
  const auto square = [](int n) { return std::to_string(n) + "x" + std::to_string(n); };
  const std::string board = "a " + square(puzzle.n) + " board";
  if (wish.fixed_n) {
    if (puzzle.n != *wish.fixed_n)
      return board + ", but the rules are for " + square(*wish.fixed_n);
    puzzle.shape = squarest_shape(puzzle.n);
  } else if (wish.box) {
    if (puzzle.n != wish.box->n())
      return board + ", but boxes of " + wish.box->to_string() + " make one of " +
             square(wish.box->n());
    puzzle.shape = wish.box;
  } else if (squarest_shape(puzzle.n).box_rows == 1) {
    return board + " cannot be cut into equal boxes (--box 1x" + std::to_string(puzzle.n) +
           " for rows and columns alone)";
  } else {
    puzzle.shape = squarest_shape(puzzle.n);
  }
  return "";
}

}  // namespace

PuzzleLine read_puzzle_line(const LineReader::Line& line, const BoardWish& wish) {
  PuzzleLine puzzle;
  if (line.too_long) {
    puzzle.error = "longer than " + std::to_string(LineReader::kMaxLength) + " characters";
    return puzzle;
  }
  PuzzleText text = parse_puzzle(line.text);
  puzzle.error = std::move(text.error);
  if (text.n == 0) return puzzle;
  puzzle.n = text.n;
  const std::string fault = find_shape(puzzle, wish);
  if (puzzle.error.empty()) puzzle.error = fault;
  if (puzzle.error.empty()) puzzle.givens.emplace(*puzzle.shape, std::move(text.values));
  return puzzle;
}

}  // namespace gridlens
