#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/puzzle/grid.h"
#include "core/puzzle/shape.h"

namespace gridlens {

// The constraints of a puzzle as data: every unit is a set of N cells that hold each value exactly
// once. A search that knows only units solves every variant.
struct Unit {
  std::string name;        // "row 4", "column 7", "box 2": 1-based, for messages
  std::vector<int> cells;  // row-major cell indices, N of them
};

struct Rules {
  Shape shape;
  std::vector<Unit> units;  // rows, then columns, then boxes, then extra units

  [[nodiscard]] int n() const { return shape.n(); }
};

// Rows, columns and boxes. Other variants: core/puzzle/variants.h.
Rules classic_rules(Shape shape);

// What all variants share.
Rules rows_and_columns(Shape shape);

// Two filled cells of one unit that hold the same value.
struct Clash {
  int cell_a = 0;  // row-major indices, cell_a < cell_b
  int cell_b = 0;
  int value = 0;
  std::string unit;  // name of the unit they share
};

// The first clash in unit order, if any.
std::optional<Clash> find_clash(const Rules& rules, const Grid& grid);

// True when every cell is filled and every unit holds each value once.
bool is_solution(const Rules& rules, const Grid& grid);

}  // namespace gridlens
