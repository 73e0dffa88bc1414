#pragma once

#include <string>
#include <vector>

#include "core/reading/decoding/cell_choices.h"
#include "core/reading/decoding/clue_search.h"

namespace gridlens {

// The symbols, as printed, that a search took a board's cells to hold: clues and likely entries;
// empty strings for blank cells.
std::vector<std::string> symbols_read(const CellChoices& choices, const ClueSearchResult& found);

// How well an alphabet suits a board, by what its cells hold in the end: to compare alphabets by,
// where several may be a board's.
class AlphabetFit {
 public:
  // `cells`: upright; not needed any more once this returns.
  AlphabetFit(std::span<const CellScores> cells, const LabelledAlphabet& alphabet);

  // Log-likelihood: the network's odds of every value found, how often each stands on the board,
  // and what the rules say of them. Copies of a symbol mislead alike, so many count little more
  // than one.
  [[nodiscard]] double of(const CellChoices& choices, const ClueSearchResult& found) const;

  // The most that any search could make of it.
  [[nodiscard]] double at_most() const;

 private:
  [[nodiscard]] double read_as(const std::vector<int>& values,
                               const std::vector<int>& counts) const;

  int n_ = 0;
  double log_prior_ = 0;
  std::vector<double> log_likelihoods_;  // cells x (n + 1)
};

}  // namespace gridlens
