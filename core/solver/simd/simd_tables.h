#pragma once

#include <cstddef>
#include <cstdint>

namespace gridlens {

// When values locked into the cells that two units share are looked for, before a guess.
enum class SimdLocked { never = 1, at_root, always };
// Which item with two options is guessed in: the first; the cell, or the cell or unit, whose two
// choices settle most other cells at once.
enum class SimdGuess { first_pair = 1, busiest_cell, busiest_item };

// What the wide search works on: plain arrays, so that the kernels compiled for several processors
// share nothing but data. All arrays of 16-bit lanes are 64-byte aligned and padded to 32 lanes.
//
// A state is, one after another:
// - cells: cell_blocks x 32 lanes, the live values of each cell;
// - planes: n x plane_blocks x 32 lanes, for each value the live positions in each unit;
// - done: cell_blocks + n * plane_blocks words of 32 bits, lanes that are covered (or padding);
// - values: n * n bytes, the chosen value of each cell, 1-based.
// What a covered lane holds means nothing.
struct SimdTables {
  SimdLocked locked = SimdLocked::at_root;
  SimdGuess guess = SimdGuess::busiest_cell;

  int n = 0;
  int cells = 0;
  int units = 0;
  int cell_blocks = 0;
  int plane_blocks = 0;
  int planes_at = 0;  // offsets into a state, in lanes
  int done_at = 0;
  int values_at = 0;
  int state_lanes = 0;  // multiple of 32

  // [cell][cell_blocks * 32]: all ones in the lanes of the cell itself and of its peers.
  const std::uint16_t* touched_cells = nullptr;
  // [cell][plane_blocks * 32]: the cell's own position in its units, zero elsewhere.
  const std::uint16_t* own_places = nullptr;
  // [cell][plane_blocks * 32]: the positions of the cell and its peers in all units.
  const std::uint16_t* touched_places = nullptr;
  // Locked candidates: for each unit up to `partners` others that share two cells or more with it.
  // [partner][plane_blocks * 32]; where a unit has fewer, outside_own is all ones.
  int partners = 0;
  const std::uint16_t* outside_own = nullptr;      // the unit's positions not in the partner
  const std::uint16_t* outside_partner = nullptr;  // the partner's positions not in the unit
  const std::uint16_t* partner = nullptr;          // the partner
  const std::uint32_t* peer_cells = nullptr;       // [cell][cell_blocks]: bit: sees the cell
  const std::uint32_t* own_units = nullptr;    // [cell][plane_blocks]: bit u: the cell is in unit u
  const std::uint16_t* cell_at = nullptr;      // [unit * n + position]
  const std::uint16_t* blank_state = nullptr;  // one state

  std::uint16_t* states = nullptr;  // cells + 1 states: the stack of the search
};

// Limits and sink, flattened for the kernels.
struct SimdJob {
  const std::uint8_t* givens = nullptr;  // n * n values, 0 empty
  std::uint64_t max_nodes = 0;           // 0: none
  std::uint64_t max_idle_nodes = 0;      // since the last solution; 0: none
  void* context = nullptr;
  bool (*emit)(void* context, const std::uint8_t* values) = nullptr;  // false: stop
  bool (*interrupted)(void* context) = nullptr;

  std::uint64_t nodes = 0;  // results
  std::uint64_t solutions = 0;
  bool complete = false;
  bool out_of_budget = false;
};

using SimdKernel = void (*)(const SimdTables&, SimdJob&);

namespace simd_baseline {
void search(const SimdTables& tables, SimdJob& job);
}
namespace simd_avx2 {
void search(const SimdTables& tables, SimdJob& job);
}
namespace simd_avx512 {
void search(const SimdTables& tables, SimdJob& job);
}

}  // namespace gridlens
