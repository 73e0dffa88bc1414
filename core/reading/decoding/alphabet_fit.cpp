#include "core/reading/decoding/alphabet_fit.h"

#include <algorithm>
#include <cmath>

namespace gridlens {

namespace {

constexpr double kLeastLog = -12;  // what a cell counts at least

std::vector<int> counts_of(const std::vector<int>& values, int n) {
  std::vector<int> counts(static_cast<size_t>(n) + 1, 0);
  for (const int value : values) ++counts[static_cast<size_t>(value)];
  return counts;
}

// Clues and likely entries.
std::vector<int> values_read(const CellChoices& choices, const ClueSearchResult& found) {
  std::vector<int> values;
  for (int cell = 0; cell < choices.cells(); ++cell) {
    const int clue = found.best.clues.at(cell);
    const bool entry = clue == 0 && choices.by_hand[cell] > 0.5;
    values.push_back(entry ? choices.likeliest(cell) : clue);
  }
  return values;
}

}  // namespace

std::vector<std::string> symbols_read(const CellChoices& choices, const ClueSearchResult& found) {
  std::vector<std::string> symbols;
  for (const int value : values_read(choices, found))
    symbols.push_back(value > 0 ? choices.alphabet.symbol(value) : std::string());
  return symbols;
}

AlphabetFit::AlphabetFit(std::span<const CellScores> cells, const LabelledAlphabet& alphabet)
    : n_(alphabet.alphabet().n), log_prior_(log_prior(alphabet.alphabet())) {
  for (const CellScores& cell : cells)
    for (const double p : alphabet.likelihoods(cell))
      log_likelihoods_.push_back(std::max(kLeastLog, std::log(std::max(1e-9, p))));
}

double AlphabetFit::read_as(const std::vector<int>& values, const std::vector<int>& counts) const {
  const auto width = static_cast<size_t>(n_) + 1;
  std::vector<double> sums(width, 0);
  for (size_t cell = 0; cell < values.size(); ++cell) {
    const auto value = static_cast<size_t>(values[cell]);
    sums[value] += log_likelihoods_[cell * width + value];
  }
  return with_copies_alike(sums, counts);
}

double AlphabetFit::of(const CellChoices& choices, const ClueSearchResult& found) const {
  const std::vector<int> values = values_read(choices, found);
  const std::vector<int> counts = counts_of(values, n_);
  return log_prior_ + read_as(values, counts) + log_ways(counts) + found.best.score +
         found.best.cost;
}

double AlphabetFit::at_most() const {
  std::vector<int> values;
  for (auto row = log_likelihoods_.begin(); row != log_likelihoods_.end(); row += n_ + 1)
    values.push_back(static_cast<int>(std::max_element(row, row + n_ + 1) - row));
  std::vector<int> counts = counts_of(values, n_);
  const double read = read_as(values, counts);
  // Spread evenly there are most ways.
  const int filled = static_cast<int>(values.size()) - counts[0];
  for (int v = 0; v < n_; ++v) counts[static_cast<size_t>(v) + 1] = (filled + v) / n_;
  return log_prior_ + read + log_ways(counts);
}

}  // namespace gridlens
