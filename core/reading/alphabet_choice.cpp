#include "core/reading/alphabet_choice.h"

#include <algorithm>
#include <cmath>

namespace gridlens {

namespace {

// Log prior of an alphabet: numerals are the rule, more so on small boards.
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

constexpr double kUnlikeTwin = 0.03;  // chance that the network takes a symbol for such a twin

// Symbols of other alphabets that look the same or nearly so: what the network gives to them
// belongs to their twin on a board whose alphabet holds only one of the two.
struct TwinPair {
  const char* first;
  const char* second;
  bool alike;  // in many typefaces no eye can tell them apart
};
constexpr TwinPair kTwins[] = {
    {"0", "O", true},  {"0", "D", false}, {"0", "Q", false}, {"1", "I", true},  {"1", "L", true},
    {"I", "L", true},  {"2", "Z", false}, {"5", "S", false}, {"6", "B", false}, {"6", "G", false},
    {"8", "B", false}, {"9", "G", false}, {"9", "Q", false}, {"O", "Q", false}, {"11", "H", false},
};

}  // namespace

LabelledAlphabet::LabelledAlphabet(const Alphabet& of) : alphabet_(of) {
  std::vector<int> value_of(DigitNetwork::labels().size(), -1);
  for (const std::string& symbol : alphabet_.symbols()) {
    labels_.push_back(DigitNetwork::label_of(symbol));
    known_ = known_ && labels_.back() >= 0;
    if (labels_.back() >= 0)
      value_of[static_cast<size_t>(labels_.back())] = static_cast<int>(labels_.size()) - 1;
  }
  for (const TwinPair& pair : kTwins) {
    const int a = DigitNetwork::label_of(pair.first);
    const int b = DigitNetwork::label_of(pair.second);
    const int value_a = value_of[static_cast<size_t>(a)];
    const int value_b = value_of[static_cast<size_t>(b)];
    if (value_a >= 0 && value_b < 0) twins_.push_back({b, value_a, pair.alike});
    if (value_b >= 0 && value_a < 0) twins_.push_back({a, value_b, pair.alike});
  }
}

std::vector<double> LabelledAlphabet::with_twins(const CellScores& cell,
                                                 double unlike_weight) const {
  std::vector<double> p;
  p.reserve(labels_.size());
  for (const int label : labels_) p.push_back(std::exp(cell.symbols[static_cast<size_t>(label)]));
  // An outside label with two twins inside goes to them in proportion.
  std::vector<double> add(p.size(), 0);
  for (const Twin& twin : twins_) {
    double share = 0;
    for (const Twin& other : twins_)
      if (other.label == twin.label) share += p[static_cast<size_t>(other.value)];
    if (share > 0)
      add[static_cast<size_t>(twin.value)] +=
          (twin.alike ? 1 : unlike_weight) *
          std::exp(cell.symbols[static_cast<size_t>(twin.label)]) *
          p[static_cast<size_t>(twin.value)] / share;
  }
  for (size_t v = 0; v < p.size(); ++v) p[v] += add[v];
  return p;
}

std::vector<double> LabelledAlphabet::probabilities(const CellScores& cell) const {
  return with_twins(cell, 1);
}

double LabelledAlphabet::best_likelihood(const CellScores& cell) const {
  const std::vector<double> p = with_twins(cell, kUnlikeTwin);
  return *std::max_element(p.begin(), p.end());
}

AlphabetChoice choose_alphabet(const std::vector<CellScores>& cells, int n, double least_cell_log) {
  AlphabetChoice best{LabelledAlphabet(Alphabet{AlphabetKind::numerals, n}), -1e18};
  for (const Alphabet& alphabet : possible_alphabets(n)) {
    LabelledAlphabet labelled(alphabet);
    if (!labelled.known()) continue;
    double sum = log_prior(alphabet);
    // The best symbol alone, not the sum: an orientation or alphabet with clear symbols wins over
    // one whose cells could be many things.
    for (const CellScores& cell : cells)
      sum += std::max(least_cell_log, std::log(std::max(1e-9, labelled.best_likelihood(cell))));
    if (sum > best.log_likelihood) best = {std::move(labelled), sum};
  }
  return best;
}

}  // namespace gridlens
