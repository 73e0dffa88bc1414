#pragma once

#include <functional>
#include <vector>

#include "core/puzzle/grid.h"
#include "core/reading/decoding/clue_node.h"
#include "core/reading/decoding/clue_search.h"

namespace gridlens {

// Clues out of doubt that have one solution by themselves. A set with these clues and another clue
// against their solution has none. That bounds the cost of sets without asking the solver.
struct MinimalClues {
  Grid clues;
  Grid solution;
  CellFlags holds;
  double least_break = 0;  // what it costs at least to change one of them

  // The least additional cost of a set and of all sets that come of it. Such sets have no solution,
  // or change every clue against the known solution, or change one of the minimal clues.
  [[nodiscard]] double least_against(const ClueNode& node, const RankedValues& ranked,
                                     const ClueSearchOptions& options) const;
};

// Blanks as many doubtful cells of a set with one solution as keep it unique (`doubtful_order`:
// cheapest first). Cells that cost `most_cost` or more to change stay. `has_one_solution` asks the
// solver.
MinimalClues find_minimal_clues(const Grid& clues, const Grid& solution, const RankedValues& ranked,
                                const std::vector<int>& doubtful_order, double most_cost,
                                const ClueSearchOptions& options,
                                const std::function<bool(const Grid&)>& has_one_solution);

}  // namespace gridlens
