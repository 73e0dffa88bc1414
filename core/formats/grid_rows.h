#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/puzzle/shape.h"

namespace gridlens {

// A row of a grid that is written over several lines, as "5 3 . | . 7 . | . . .", "53.|.7.|...",
// "53..7....".
struct GridRow {
  std::vector<std::string> cells;
  std::vector<size_t> bars;  // a bar stands before the cell of that index; none at the ends
  bool framed = false;       // there is any bar
};

// Nothing where the line cannot be a row of a grid of 4 to 36 columns.
std::optional<GridRow> parse_grid_row(std::string_view line);

// A line between rows: "------+-------+------", "*-----------*".
bool is_grid_rule(std::string_view line);

// The box that the frame shows: bars at equal distances, rules (each before the row of that index)
// too. Nothing where that makes no box of the board.
std::optional<Shape> framed_shape(const std::vector<GridRow>& rows,
                                  const std::vector<size_t>& rules);

}  // namespace gridlens
