#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/puzzle/rules.h"

namespace gridlens {

// A rule set as an exact cover problem (Knuth, "Dancing Links", 2000). The options are the
// candidates (cell, value); the items, each to be covered by exactly one option, are the cells and
// the pairs (unit, value). Nothing here knows what a row or a box is.
struct CoverModel {
  // A cell's seat in one of its units.
  struct Place {
    std::uint16_t unit;
    std::uint8_t position;  // index into the unit's cells
  };

  explicit CoverModel(const Rules& rules);  // throws std::invalid_argument on malformed rules

  [[nodiscard]] std::span<const Place> places_of(int cell) const {
    const auto c = static_cast<size_t>(cell);
    return {places.data() + place_begin[c], places.data() + place_begin[c + 1]};
  }

  int n = 0;      // values, and cells of every unit
  int cells = 0;  // N * N
  int units = 0;
  std::vector<Place> places;               // all cells' places, cell after cell
  std::vector<std::uint32_t> place_begin;  // cells + 1 offsets into places
  std::vector<std::uint16_t> cell_at;      // [unit * n + position]
};

}  // namespace gridlens
