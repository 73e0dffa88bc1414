#include "core/reading/decoding/minimal_clues.h"

#include <algorithm>

namespace gridlens {

namespace {

// The clues that it costs less than `most_cost` to change, cheapest first.
std::vector<int> doubted_clues(const Grid& clues, const RankedValues& ranked,
                               const std::vector<int>& doubtful_order, double most_cost) {
  std::vector<int> doubted;
  for (const int cell : doubtful_order)
    if (clues.at(cell) != 0 && ranked.at(cell, 1)->first < most_cost) doubted.push_back(cell);
  return doubted;
}

// The clues without the first `count` of `cells`.
Grid clues_without(const Grid& clues, const std::vector<int>& cells, size_t count) {
  Grid left = clues;
  for (size_t i = 0; i < count; ++i) left.set(cells[i], 0);
  return left;
}

}  // namespace

double MinimalClues::least_against(const ClueNode& node, const RankedValues& ranked,
                                   const ClueSearchOptions& options) const {
  double mend = 0;
  for (int cell = 0; cell < clues.n() * clues.n(); ++cell) {
    const int rank = node.rank_in(cell);
    const int value = ranked.at(cell, rank)->second;
    if (holds[cell]) {
      if (value != clues.at(cell)) return 0;
    } else if (value != 0 && value != solution.at(cell)) {
      mend += ranked.next_cost(cell, rank, options.most_cost);
    }
  }
  return std::min({mend, least_break, options.none_penalty});
}

MinimalClues find_minimal_clues(const Grid& clues, const Grid& solution, const RankedValues& ranked,
                                const std::vector<int>& doubtful_order, double most_cost,
                                const ClueSearchOptions& options,
                                const std::function<bool(const Grid&)>& has_one_solution) {
  const int cells = clues.shape().cells();
  MinimalClues core{clues, solution, CellFlags(cells), options.none_penalty};
  const std::vector<int> doubted = doubted_clues(clues, ranked, doubtful_order, most_cost);
  size_t most = doubted.size();
  size_t least = 0;
  for (size_t count = most; least < most; count = (least + most + 1) / 2)
    if (has_one_solution(clues_without(clues, doubted, count)))
      least = count;
    else
      most = count - 1;
  core.clues = clues_without(clues, doubted, least);
  for (int cell = 0; cell < cells; ++cell) {
    core.holds[cell] = core.clues.at(cell) != 0;
    if (core.holds[cell] && ranked.at(cell, 1))
      core.least_break = std::min(core.least_break, ranked.at(cell, 1)->first);
  }
  return core;
}

}  // namespace gridlens
