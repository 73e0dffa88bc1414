#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/puzzle/grid.h"
#include "core/reading/ink/ink_features.h"

namespace gridlens {

// The only solution of a set of clues; nullopt where there is none or more than one.
using OnlySolution = std::function<std::optional<Grid>(const Grid&)>;

// A program draws the symbols of a board in a few inks on a few tiles, each the same everywhere but
// for what a camera adds. Every ink, and every tile, is the givens', the player's, or both's: a
// mark of the chosen symbol, of clashes. All such roles of the inks are weighed, and all of the
// tiles; of an ink that both have, the tiles tell the symbols. What counts is what programs do, and
// that the givens alone have exactly one solution. Returns the probabilities that the cells hold
// entries, row-major; nullopt where all symbols are drawn alike, or as givens are. `all`: the
// board's symbols; `features` in the grid's order.
std::optional<std::vector<double>> find_typed_entries(const Grid& all,
                                                      const std::vector<InkFeatures>& features,
                                                      const OnlySolution& only_solution);

// The same once the solution is known: entries against it are none of the givens. Of what looks
// alike, what agrees with the solution is the less an entry the fewer of the entries do.
void weigh_by_solution(const Grid& all, const Grid& solution, std::vector<double>& by_hand);

// Whether the symbols are clearly drawn in two ways, whatever that may mean.
enum class InkSplit {
  none = 1,
  lit,    // only by marks, or by their tiles
  mixed,  // in two inks
};
InkSplit split_of_inks(const Grid& all, const std::vector<InkFeatures>& features);

}  // namespace gridlens
