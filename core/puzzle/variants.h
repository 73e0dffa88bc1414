#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/puzzle/rules.h"

namespace gridlens {

// A kind of Sudoku: how its rules are made. A new variant is one file with its `make` and one row
// in variants.cpp.
struct Variant {
  const char* name;      // "x"
  const char* argument;  // what stands after "name:", for help texts; empty: nothing does
  const char* summary;

  // `shape`: of the board, for variants with boxes. `text`: what the argument stands for, read from
  // its file. Throws std::invalid_argument with one clear line when the text is malformed.
  Rules (*make)(Shape shape, std::string_view text);
};

std::span<const Variant> variants();
const Variant* find_variant(std::string_view name);  // null: there is none

// Rows, columns, boxes and the two long diagonals.
Rules x_rules(Shape shape);

// Rows, columns and N regions of any form. `text`: N lines of N symbols, equal symbols make a
// region; blank lines and `#` comments are left out. The shape is squarest_shape(N) and means
// nothing here.
Rules jigsaw_rules(std::string_view text);

// The same of the region 0..N-1 of each cell, row-major; regions are named by their number, from 1.
// The board is of the shape's side. Throws std::invalid_argument with one clear line where these
// are not N regions of N cells each.
Rules region_rules(Shape shape, std::span<const std::uint8_t> regions);

}  // namespace gridlens
