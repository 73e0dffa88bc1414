#include "core/formats/puzzle_line.h"

#include <string_view>
#include <utility>

#include "core/puzzle/notation.h"

namespace gridlens {

namespace {

std::string square(int n) {
  return std::to_string(n) + "x" + std::to_string(n);
}

// The box in front of a puzzle; `text` moves behind it.
std::optional<Shape> take_box(std::string_view& text, std::string& error) {
  const size_t colon = text.find(':');
  if (colon == std::string_view::npos) return std::nullopt;
  const std::string_view box = puzzle_part(text.substr(0, colon));
  text = puzzle_part(text.substr(colon + 1));
  const auto shape = parse_shape(box);
  if (!shape)
    error = "'" + std::string(box.substr(0, 20)) +
            "' before the puzzle is not RxC with R * C from 4 to " + std::to_string(Shape::kMaxN);
  return shape;
}

}  // namespace

void set_shape(PuzzleLine& puzzle, const BoardWish& wish, const std::optional<Shape>& own,
               const std::optional<Shape>& suggested) {
  const std::optional<Shape> named = own ? own : wish.box;
  const std::string board = "a " + square(puzzle.n) + " board";
  std::string fault;
  if (wish.fixed_n) {
    if (puzzle.n != *wish.fixed_n)
      fault = board + ", but the rules are for " + square(*wish.fixed_n);
    else
      puzzle.shape = squarest_shape(puzzle.n);
  } else if (const auto box = named ? named : suggested) {
    if (puzzle.n != box->n())
      fault = board + ", but boxes of " + box->to_string() + " make one of " + square(box->n());
    else
      puzzle.shape = box;
  } else if (squarest_shape(puzzle.n).box_rows == 1) {
    fault = board + " cannot be cut into equal boxes (1x" + std::to_string(puzzle.n) +
            ": in front, or --box, for rows and columns alone)";
  } else {
    puzzle.shape = squarest_shape(puzzle.n);
  }
  if (puzzle.error.empty()) puzzle.error = std::move(fault);
}

PuzzleLine read_puzzle_line(const std::string& text, const BoardWish& wish) {
  PuzzleLine puzzle;
  std::string_view part = puzzle_part(text);
  const std::optional<Shape> own = take_box(part, puzzle.error);
  if (!puzzle.error.empty()) return puzzle;
  PuzzleText read = parse_puzzle(part);
  puzzle.error = std::move(read.error);
  if (read.n == 0) return puzzle;
  puzzle.n = read.n;
  set_shape(puzzle, wish, own);
  if (puzzle.error.empty()) puzzle.givens.emplace(*puzzle.shape, std::move(read.values));
  return puzzle;
}

}  // namespace gridlens
