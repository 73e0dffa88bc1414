#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "core/solver/cover/cover_model.h"

namespace gridlens {

// The place of the lowest bit of a mask that is not empty.
template <typename Mask>
inline std::uint32_t lowest_bit(Mask x) {
  if (x == 0) __builtin_unreachable();  // saves the test for it
  return static_cast<std::uint32_t>(std::countr_zero(x));
}

// What a lookahead state looks up while it covers options, made once from the rules. Small, because
// what is used most has to stay in the first-level cache together with the state.
//
// Items: cells first, then unit * n + value, then n that are never short and change nothing: where
// cells lie in different numbers of units, these stand for the missing ones. Mask holds more than N
// bits.
template <typename Mask>
struct LookaheadTables {
  // A cell's place in a unit, or in none.
  struct Seat {
    std::uint32_t items;  // the unit's: its value 0
    Mask others;          // all positions but the cell's
  };
  struct UnitValue {
    std::uint16_t first_position;  // into cell_at, and times the most of them other_seats, outside
    std::uint16_t value;
  };
  // Cells that a unit shares with another one, two at least.
  struct Segment {
    Mask other_outside;         // positions in the other unit that are not in this one
    std::uint16_t other_items;  // of the other unit: its value 0
    std::uint16_t other_first;  // into cell_at
  };

  explicit LookaheadTables(const CoverModel& model);

  std::uint32_t n;
  std::uint32_t cells;
  std::uint32_t items;  // without those that change nothing
  Mask all;
  std::uint32_t most_units;            // that a cell lies in
  std::vector<std::uint8_t> units_of;  // of cells: how many
  std::vector<Seat> seats;             // [cell * most_units + k]
  std::vector<UnitValue> unit_value;   // of items; of cells: a unit without segments
  std::vector<std::uint16_t> cell_at;  // [unit * n + position]
  std::vector<Seat> other_seats;       // [(unit * n + position) * (most_units - 1) + k]

  std::uint32_t most_segments;    // that a position lies in
  std::vector<Mask> outside;      // [(unit * n + position) * most_segments + k]: the unit's
                                  // positions outside of the segment; all where there is none
  std::vector<Segment> segments;  // like outside
};

}  // namespace gridlens
