#pragma once

#include <cstdlib>
#include <stdexcept>
#include <string>
#include <string_view>

#include "core/puzzle/notation.h"
#include "core/puzzle/variants.h"
#include "core/solver/solver.h"

namespace gridlens {

inline void require(bool condition) {
  if (!condition) std::abort();
}

// Feeds any bytes to the text readers and aborts where one of their promises is broken.
inline void check_notation(std::string_view text) {
  const PuzzleText puzzle = parse_puzzle(text);
  if (puzzle.error.empty()) {
    require(puzzle.n >= 4 && puzzle.n <= Shape::kMaxN);
    require(puzzle.values.size() == static_cast<size_t>(puzzle.n * puzzle.n));
    for (const int value : puzzle.values) require(value <= puzzle.n);
    const Shape shape = squarest_shape(puzzle.n);
    const Grid grid(shape, puzzle.values);
    require(parse_puzzle(format_puzzle(grid)).values == puzzle.values);
    SolveOptions options;
    options.max_nodes = 20;
    const Rules rules = classic_rules(shape);
    for (const Grid& solution : Solver(rules).solve(grid, options).solutions)
      require(is_solution(rules, solution));
  } else {
    require(puzzle.values.empty());
    for (const char c : puzzle.error) require(c >= ' ' && c <= '~');  // one clear line
  }
  if (const auto shape = parse_shape(text)) require(shape->n() >= 4 && shape->n() <= Shape::kMaxN);
  try {
    const Rules rules = jigsaw_rules(text);
    require(rules.units.size() == static_cast<size_t>(3 * rules.n()));
    Solver solver(rules);
  } catch (const std::invalid_argument& error) {
    for (const char* c = error.what(); *c != '\0'; ++c) require(*c >= ' ' && *c <= '~');
  }
}

}  // namespace gridlens
