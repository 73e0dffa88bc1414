#pragma once

#include <functional>
#include <optional>
#include <vector>

#include "core/puzzle/grid.h"
#include "core/reading/ink/ink_traits.h"

namespace gridlens {

// The only solution of a set of clues; nullopt where there is none or more than one.
using OnlySolution = std::function<std::optional<Grid>(const Grid&)>;

// Programs show what the player typed in the givens' own typeface, in another colour or on another
// ground: on a picture of a screen. Splits the symbols of `all` where one such trait (`traits` in
// the grid's order) leaves a gap, and takes one part for the givens only if it alone has exactly
// one solution, and that the other part mostly agrees with. Probabilities that the cells hold
// entries, row-major; nullopt where nothing speaks for any. Screenshots: find_screen_entries.
std::optional<std::vector<double>> find_typed_entries(const Grid& all,
                                                      const std::vector<InkTraits>& traits,
                                                      const OnlySolution& only_solution);

// Whether the symbols are clearly drawn in two ways, whatever that may mean.
enum class InkSplit {
  none = 1,
  lit,    // as a highlight, a shadow or shaded boxes make it
  mixed,  // all over the board
};
InkSplit split_of_inks(const Grid& all, const std::vector<InkTraits>& traits, bool drawn = false);

}  // namespace gridlens
