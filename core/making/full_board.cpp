#include "core/making/full_board.h"

#include <algorithm>
#include <numeric>
#include <vector>

namespace gridlens {

namespace {

constexpr int kTries = 60;
constexpr std::uint64_t kNodes = 20'000;  // of the search, for each of them

// By cell: the cells that share a unit with it.
std::vector<std::vector<int>> peers_of(const Rules& rules) {
  std::vector<std::vector<int>> peers(static_cast<size_t>(rules.shape.cells()));
  for (const Unit& unit : rules.units)
    for (const int cell : unit.cells) {
      auto& of_cell = peers[static_cast<size_t>(cell)];
      of_cell.insert(of_cell.end(), unit.cells.begin(), unit.cells.end());
    }
  return peers;
}

// `count` random cells with values that do not clash.
Grid scatter(const Rules& rules, int count, Draw& draw) {
  const std::vector<std::vector<int>> peers = peers_of(rules);
  const int n = rules.n();
  Grid grid(rules.shape);
  std::vector<int> cells(static_cast<size_t>(rules.shape.cells()));
  std::iota(cells.begin(), cells.end(), 0);
  draw.shuffle(cells);
  cells.resize(static_cast<size_t>(count));
  for (const int cell : cells) {
    std::vector<bool> taken(static_cast<size_t>(n) + 1, false);
    for (const int peer : peers[static_cast<size_t>(cell)]) taken[grid.at(peer)] = true;
    std::vector<int> free;
    for (int value = 1; value <= n; ++value)
      if (!taken[static_cast<size_t>(value)]) free.push_back(value);
    if (!free.empty()) grid.set(cell, free[draw.below(free.size())]);
  }
  return grid;
}

Grid with_values_dealt(const Grid& grid, Draw& draw) {
  std::vector<std::uint8_t> deal(static_cast<size_t>(grid.n()));
  std::iota(deal.begin(), deal.end(), std::uint8_t{1});
  draw.shuffle(deal);
  std::vector<std::uint8_t> values = grid.values();
  for (std::uint8_t& value : values) value = deal[value - 1U];
  return Grid(grid.shape(), std::move(values));
}

}  // namespace

std::optional<Grid> draw_full_board(const Rules& rules, Solver& solver, Draw& draw,
                                    const std::stop_token& stop) {
  SolveOptions options;
  options.max_nodes = kNodes;
  options.stop = stop;
  for (int attempt = 0; attempt < kTries && !stop.stop_requested(); ++attempt) {
    // Fewer cells after each failure: with none, any board of the rules will do.
    const int count = rules.n() * (kTries - 1 - attempt) / (kTries - 1);
    std::optional<Grid> found;
    solver.search(scatter(rules, count, draw), options, [&](std::span<const std::uint8_t> values) {
      found.emplace(rules.shape, std::vector<std::uint8_t>(values.begin(), values.end()));
      return false;
    });
    if (found) return with_values_dealt(*found, draw);
  }
  return std::nullopt;
}

}  // namespace gridlens
