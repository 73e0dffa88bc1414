#pragma once

#include <string>

#include "core/puzzle/grid.h"

namespace gridlens {

// A 9x9 puzzle with exactly one solution.
constexpr const char* kSamplePuzzle =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";

// One digit or '.' a cell, row-major.
inline Grid grid_of(const std::string& text, Shape shape = {3, 3}) {
  Grid grid(shape);
  for (int i = 0; i < shape.cells(); ++i)
    if (text[static_cast<size_t>(i)] != '.') grid.set(i, text[static_cast<size_t>(i)] - '0');
  return grid;
}

}  // namespace gridlens
