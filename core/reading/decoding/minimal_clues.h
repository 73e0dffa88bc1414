#pragma once

#include <functional>
#include <vector>

#include "core/puzzle/grid.h"
#include "core/reading/decoding/clue_node.h"
#include "core/reading/decoding/clue_search.h"

namespace gridlens {

// Clues out of doubt that have one solution by themselves. A set that holds them and a clue against
// their solution has none: that bounds what sets cost without asking the solver.
struct MinimalClues {
  Grid clues;
  Grid solution;
  std::vector<bool> holds;  // per cell
  double least_break = 0;   // what it costs at least to change one of them

  // What a set, and all sets that come of it, cost more at least: they bear having no solution, or
  // mend every clue against the core's solution, or break the core.
  [[nodiscard]] double least_against(const ClueNode& node, const RankedValues& ranked,
                                     const ClueSearchOptions& options) const;
};

// Blanks the doubtful cells (`doubtful_order`: cheapest first) of a set with one solution, as many
// as leave it the only one. Cells that cost `most_cost` or more to change stay: sets that change
// them are of no interest. `has_one_solution` asks the solver.
MinimalClues find_minimal_clues(const Grid& clues, const Grid& solution, const RankedValues& ranked,
                                const std::vector<int>& doubtful_order, double most_cost,
                                const ClueSearchOptions& options,
                                const std::function<bool(const Grid&)>& has_one_solution);

}  // namespace gridlens
