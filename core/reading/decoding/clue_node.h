#pragma once

#include <algorithm>
#include <compare>
#include <utility>
#include <vector>

#include "core/reading/decoding/cell_choices.h"

namespace gridlens {

// A change of one cell against the likeliest set: to its `rank`-th most likely value (1: the
// second).
struct Change {
  int cell = 0;
  int rank = 0;
  // NOLINTNEXTLINE(modernize-use-nullptr): the compiler compares its result with 0.
  friend auto operator<=>(const Change&, const Change&) = default;
};

// A set of clues as its changes against the likeliest one.
struct ClueNode {
  double cost = 0;
  double estimate = 0;    // what the set and all that come of it cost at least, penalties included
  bool measured = false;  // the estimate looks at the clashes
  std::vector<Change> changes;  // sorted by cell

  [[nodiscard]] int rank_in(int cell) const {
    const auto place = std::lower_bound(changes.begin(), changes.end(), Change{cell, 0});
    return place != changes.end() && place->cell == cell ? place->rank : 0;
  }
  void set_rank(int cell, int rank) {
    const auto place = std::lower_bound(changes.begin(), changes.end(), Change{cell, 0});
    if (place != changes.end() && place->cell == cell)
      place->rank = rank;
    else
      changes.insert(place, Change{cell, rank});
  }
};

struct Costlier {
  bool operator()(const ClueNode& a, const ClueNode& b) const {
    return a.estimate != b.estimate ? a.estimate > b.estimate
                                    : a.changes > b.changes;  // repeatable order
  }
};

// The values of each cell from the likeliest down, with what each costs against the likeliest.
struct RankedValues {
  CellMap<std::vector<std::pair<double, int>>> cells;

  RankedValues(const CellChoices& choices, double most_cost) {
    cells = CellMap<std::vector<std::pair<double, int>>>(choices.cells());
    for (int cell = 0; cell < choices.cells(); ++cell) {
      auto& ranked = cells[cell];
      for (int v = 0; v <= choices.n; ++v) ranked.emplace_back(-choices.clue(cell, v), v);
      std::sort(ranked.begin(), ranked.end());
      const double least = ranked.front().first;
      for (auto& entry : ranked) entry.first -= least;
      while (ranked.back().first > most_cost) ranked.pop_back();
    }
  }

  [[nodiscard]] const std::pair<double, int>* at(int cell, int rank) const {
    const auto& ranked = cells[cell];
    return rank < static_cast<int>(ranked.size()) ? &ranked[static_cast<size_t>(rank)] : nullptr;
  }

  // What the next less likely value of a cell costs more than the one it has; `most`: there is
  // none.
  [[nodiscard]] double next_cost(int cell, int rank, double most) const {
    const auto* next = at(cell, rank + 1);
    return next ? next->first - at(cell, rank)->first : most;
  }
};

}  // namespace gridlens
