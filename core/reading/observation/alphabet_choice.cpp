#include "core/reading/observation/alphabet_choice.h"

#include <algorithm>
#include <cmath>

#include "core/ablation/mechanism.h"
#include "core/image/statistics.h"

namespace gridlens {

namespace {

constexpr double kUnlikeLookAlike =
    0.03;  // chance that the network takes a symbol for such a look-alike

// Symbols of other alphabets that look the same or nearly so. If the board's alphabet holds only
// one of the two, it gets the probability of both.
struct LookAlikePair {
  const char* first;
  const char* second;
  bool alike;  // in many typefaces no eye can tell them apart
};
constexpr LookAlikePair kLookAlikes[] = {
    {"0", "O", true},  {"0", "D", false}, {"0", "Q", false}, {"1", "I", true},  {"1", "L", true},
    {"I", "L", true},  {"2", "Z", false}, {"5", "S", false}, {"6", "B", false}, {"6", "G", false},
    {"8", "B", false}, {"9", "G", false}, {"9", "Q", false}, {"O", "Q", false}, {"11", "H", false},
};

constexpr double kLeastCellLog = -8;  // what a cell counts at least
// Alphabets so much less likely are not looked at more closely: at first, and with the counts.
constexpr double kFarBehind = 60;
constexpr double kBehind = 15;
constexpr double kCounted = 0.5;  // likelihood of a symbol that is counted
constexpr double kTooMany = 4;    // log-odds against each symbol above n: a misreading

// How often every symbol seems to stand on the board.
std::vector<int> seeming_counts(const LabelledAlphabet& labelled,
                                std::span<const CellScores> cells) {
  std::vector<int> counts(static_cast<size_t>(labelled.alphabet().n) + 1, 0);
  for (const CellScores& cell : cells) {
    const std::vector<double> p = labelled.probabilities(cell);
    const auto best = std::max_element(p.begin(), p.end());
    if (*best > kCounted) ++counts[static_cast<size_t>(best - p.begin())];
  }
  return counts;
}

// How well an alphabet suits the cells, copies alike. What is surely another alphabet's symbol
// misleads nobody, so each cell counts as it says, without a least.
double fit_with_copies_alike(const LabelledAlphabet& labelled, std::span<const CellScores> cells) {
  const auto width = static_cast<size_t>(labelled.alphabet().n) + 1;
  std::vector<double> sums(width, 0);
  std::vector<int> counts(width, 0);
  for (const CellScores& cell : cells) {
    const std::vector<double> p = labelled.likelihoods(cell);
    const auto best = std::max_element(p.begin(), p.end());
    sums[static_cast<size_t>(best - p.begin())] += std::log(std::max(1e-9, *best));
    ++counts[static_cast<size_t>(best - p.begin())];
  }
  return log_prior(labelled.alphabet()) + with_copies_alike(sums, counts);
}

// Every alphabet of n with its likelihood over the cells.
std::vector<AlphabetChoice> by_cells(std::span<const CellScores> cells, int n,
                                     double least_cell_log) {
  std::vector<AlphabetChoice> all;
  for (const Alphabet& alphabet : possible_alphabets(n)) {
    LabelledAlphabet labelled(alphabet);
    if (!labelled.known()) continue;
    double sum = log_prior(alphabet);
    // The best symbol alone, not the sum: an orientation or alphabet with clear symbols wins over
    // one whose cells could be many things.
    for (const CellScores& cell : cells) {
      const std::vector<double> p = labelled.likelihoods(cell);
      const double best = *std::max_element(p.begin(), p.end());
      sum += std::max(least_cell_log, std::log(std::max(1e-9, best)));
    }
    all.push_back({std::move(labelled), sum});
  }
  return all;
}

double most_likely(const std::vector<AlphabetChoice>& choices) {
  double most = -1e18;
  for (const AlphabetChoice& choice : choices) most = std::max(most, choice.log_likelihood);
  return most;
}

}  // namespace

LabelledAlphabet::LabelledAlphabet(const Alphabet& of) : alphabet_(of) {
  std::vector<int> value_of(DigitNetwork::labels().size(), -1);
  for (const std::string& symbol : alphabet_.symbols()) {
    labels_.push_back(DigitNetwork::label_of(symbol));
    known_ = known_ && labels_.back() >= 0;
    if (labels_.back() >= 0)
      value_of[static_cast<size_t>(labels_.back())] = static_cast<int>(labels_.size()) - 1;
  }
  for (const LookAlikePair& pair : kLookAlikes) {
    const int a = DigitNetwork::label_of(pair.first);
    const int b = DigitNetwork::label_of(pair.second);
    const int value_a = value_of[static_cast<size_t>(a)];
    const int value_b = value_of[static_cast<size_t>(b)];
    if (value_a >= 0 && value_b < 0) look_alikes_.push_back({b, value_a, pair.alike});
    if (value_b >= 0 && value_a < 0) look_alikes_.push_back({a, value_b, pair.alike});
  }
}

std::vector<double> LabelledAlphabet::with_look_alikes(const CellScores& cell,
                                                       double unlike_weight) const {
  std::vector<double> p;
  p.reserve(labels_.size());
  for (const int label : labels_) p.push_back(std::exp(cell.symbols[static_cast<size_t>(label)]));
  // An outside label with two look-alikes inside goes to them in proportion.
  std::vector<double> add(p.size(), 0);
  for (const LookAlike& look_alike : look_alikes_) {
    double share = 0;
    for (const LookAlike& other : look_alikes_)
      if (other.label == look_alike.label) share += p[static_cast<size_t>(other.value)];
    if (share > 0)
      add[static_cast<size_t>(look_alike.value)] +=
          (look_alike.alike ? 1 : unlike_weight) *
          std::exp(cell.symbols[static_cast<size_t>(look_alike.label)]) *
          p[static_cast<size_t>(look_alike.value)] / share;
  }
  for (size_t v = 0; v < p.size(); ++v) p[v] += add[v];
  return p;
}

std::vector<double> LabelledAlphabet::probabilities(const CellScores& cell) const {
  return with_look_alikes(cell, 1);
}

std::vector<double> LabelledAlphabet::likelihoods(const CellScores& cell) const {
  return with_look_alikes(cell, kUnlikeLookAlike);
}

double with_copies_alike(std::span<const double> sums, std::span<const int> counts) {
  double sum = sums[0];
  for (size_t v = 1; v < sums.size(); ++v)
    if (counts[v] > 0) sum += of_copies(sums[v], counts[v]);
  return sum;
}

double log_prior(const Alphabet& alphabet) {
  switch (alphabet.kind) {
    case AlphabetKind::numerals:
      return 0;
    case AlphabetKind::digits_then_letters:
    case AlphabetKind::hexadecimal:
      return -1;
    case AlphabetKind::zero_based:
      return alphabet.n <= 9 ? -5 : -2;
    case AlphabetKind::letters:
      return alphabet.n <= 9 ? -6 : -2;
  }
  return 0;
}

double log_ways(const std::vector<int>& counts) {
  const int n = static_cast<int>(counts.size()) - 1;
  double sum = 0;
  for (size_t v = 1; v < counts.size(); ++v) {
    const int count = std::min(n, counts[v]);
    sum += log_gamma(n + 1) - log_gamma(count + 1) - log_gamma(n - count + 1) -
           kTooMany * (counts[v] - count);
  }
  return sum;
}

double log_likelihood_of(std::span<const CellScores> cells, int n, double least_cell_log) {
  return most_likely(by_cells(cells, n, least_cell_log));
}

std::vector<AlphabetChoice> likely_alphabets(std::span<const CellScores> cells, int n,
                                             const std::optional<Alphabet>& only) {
  std::vector<AlphabetChoice> all = by_cells(cells, n, kLeastCellLog);
  if (only)
    std::erase_if(all, [&](const auto& choice) { return choice.labelled.alphabet() != *only; });
  const double most = most_likely(all);
  std::erase_if(
      all, [&](const AlphabetChoice& choice) { return choice.log_likelihood < most - kFarBehind; });
  if (all.size() < 2) return all;
  // Only against each other: what all of them have in common is no reason for another orientation.
  double most_ways = -1e18;
  double best_fit = -1e18;
  std::vector<double> ways;
  std::vector<double> fits;
  for (const AlphabetChoice& choice : all) {
    ways.push_back(in_use<"symbol_counts">() ? log_ways(seeming_counts(choice.labelled, cells))
                                             : 0);
    fits.push_back(fit_with_copies_alike(choice.labelled, cells) + ways.back());
    most_ways = std::max(most_ways, ways.back());
    best_fit = std::max(best_fit, fits.back());
  }
  std::vector<AlphabetChoice> near;
  for (size_t i = 0; i < all.size(); ++i) {
    if (fits[i] < best_fit - kBehind) continue;
    near.push_back(std::move(all[i]));
    near.back().log_likelihood += ways[i] - most_ways;
  }
  std::stable_sort(near.begin(), near.end(), [](const AlphabetChoice& a, const AlphabetChoice& b) {
    return a.log_likelihood > b.log_likelihood;
  });
  return near;
}

}  // namespace gridlens
