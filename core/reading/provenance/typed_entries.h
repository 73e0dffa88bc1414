#pragma once

#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "core/puzzle/grid.h"
#include "core/reading/ink/ink_features.h"
#include "core/reading/provenance/drawing_evidence.h"

namespace gridlens {

// The only solution of a set of clues; nullopt where there is none or more than one.
using OnlySolution = std::function<std::optional<Grid>(const Grid&)>;

// Who wrote the symbols of a board that a program shows.
struct TypedEntries {
  CellMap<double> by_hand;  // probability of an entry
  // Of each story: the only solution of its givens, if they have one, and its probability.
  std::vector<std::pair<std::optional<Grid>, double>> solutions;

  // That the givens have this solution.
  [[nodiscard]] double log_odds_of(const Grid& solution) const;
};

// A program draws the symbols of a board in a few inks on a few tiles, each the same everywhere but
// for what a camera adds. An ink or a tile belongs to the givens, to the player, or to both if it
// marks the selected symbol or clashes. All assignments of such roles are weighed, for inks and for
// tiles. The tiles decide about the symbols of a shared ink. Evidence is what programs usually do,
// and that the givens alone have exactly one solution. nullopt if all symbols are drawn alike, or
// as givens are. `all`: the board's symbols; `features` and `form_of` in the grid's order.
std::optional<TypedEntries> find_typed_entries(const Grid& all,
                                               const CellMap<InkFeatures>& features,
                                               const OnlySolution& only_solution,
                                               const FormOf& form_of = {});

// Whether the symbols are clearly drawn in two ways, whatever that may mean.
enum class InkSplit {
  none = 1,
  lit,    // only by marks, or by their tiles
  mixed,  // in two inks
};
InkSplit split_of_inks(const Grid& all, const CellMap<InkFeatures>& features);

}  // namespace gridlens
