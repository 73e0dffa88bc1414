#include "core/reading/cell_choices.h"

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
      return alphabet.n <= 9 ? -8 : -2;
    case AlphabetKind::letters:
      return alphabet.n <= 9 ? -6 : -2;
  }
  return 0;
}

// A doubtful kind never counts more than this: kinds are told apart by many cells, not by one.
constexpr double kLeastKindLog = -5;
// Boards with handwriting are rarer than boards without.
constexpr double kHandwritingPrior = -4;
constexpr double kLeastLog = -30;

struct Scored {
  Alphabet alphabet;
  double log_likelihood = 0;
};

Scored best_alphabet(const std::vector<CellScores>& cells, int n) {
  Scored best;
  bool first = true;
  for (const Alphabet& alphabet : possible_alphabets(n)) {
    std::vector<int> labels{0};
    bool known = true;
    for (const std::string& symbol : alphabet.symbols()) {
      labels.push_back(DigitNetwork::label_of(symbol));
      known = known && labels.back() >= 0;
    }
    if (!known) continue;
    double sum = log_prior(alphabet);
    for (const CellScores& cell : cells) {
      // The best symbol alone, not the sum: an orientation or alphabet with clear symbols wins over
      // one whose cells could be many things.
      double top = kLeastLog;
      for (const int label : labels)
        top = std::max(top, static_cast<double>(cell.symbols[static_cast<size_t>(label)]));
      sum += std::max(top, -8.0);
    }
    if (first || sum > best.log_likelihood) best = {alphabet, sum};
    first = false;
  }
  return best;
}

}  // namespace

CellChoices make_choices(const CellEvidence& evidence, int n,
                         const std::vector<int>& sheet_cell_of) {
  const auto count = static_cast<size_t>(n * n);
  std::vector<CellScores> cells;
  cells.reserve(count);
  for (const int cell : sheet_cell_of) cells.push_back(evidence.scores(cell));

  CellChoices choices;
  choices.n = n;
  const Scored chosen = best_alphabet(cells, n);
  choices.alphabet = chosen.alphabet;
  choices.log_likelihood = chosen.log_likelihood;
  std::vector<int> labels{0};
  for (const std::string& symbol : choices.alphabet.symbols())
    labels.push_back(DigitNetwork::label_of(symbol));

  // Values: probabilities within the alphabet; what lies outside it is spread over all values, so
  // that a cell with something foreign is in doubt.
  const auto width = static_cast<size_t>(n + 1);
  choices.values.resize(count * width);
  std::vector<double> filled(count);
  for (size_t i = 0; i < count; ++i) {
    double inside = 0;
    for (const int label : labels) inside += std::exp(cells[i].symbols[static_cast<size_t>(label)]);
    const double outside = std::max(0.0, 1 - inside) / static_cast<double>(width);
    for (size_t v = 0; v < width; ++v) {
      const double p = std::exp(cells[i].symbols[static_cast<size_t>(labels[v])]) + outside;
      choices.values[i * width + v] = std::max(kLeastLog, std::log(p));
    }
    filled[i] = 1 - std::exp(choices.values[i * width]);
    const double blank = std::exp(static_cast<double>(cells[i].symbols[0]));
    choices.symbol_cells += std::max(0.0, inside - blank);
    choices.junk_cells += std::max(0.0, 1 - inside);
  }

  // Handwriting on the board? Three stories about the filled cells: all printed, all by hand, mixed.
  double all_printed = 0;
  double all_by_hand = kHandwritingPrior;
  double mixed = 2 * kHandwritingPrior;
  double printed_cells = 0;
  choices.by_hand.assign(count, 0);
  for (size_t i = 0; i < count; ++i) {
    const double printed = cells[i].kinds[static_cast<size_t>(CellKind::printed)];
    const double hand = cells[i].kinds[static_cast<size_t>(CellKind::handwritten)];
    const double top = std::max(printed, hand);
    const double log_printed = std::max(kLeastKindLog, printed - top);
    const double log_hand = std::max(kLeastKindLog, hand - top);
    choices.by_hand[i] = 1 / (1 + std::exp(printed - hand));
    const double weight = filled[i];
    all_printed += weight * log_printed;
    all_by_hand += weight * log_hand;
    mixed += weight * -0.1;  // every cell's kind is free: pays a little for it
    printed_cells += weight * (1 - choices.by_hand[i]);
  }
  // Fewer printed cells than any puzzle of the size has clues: misjudged handwriting.
  const bool enough_printed = printed_cells >= 0.1 * static_cast<double>(count);
  if (all_printed >= mixed && all_printed >= all_by_hand) {
    std::fill(choices.by_hand.begin(), choices.by_hand.end(), 0.0);
  } else if (all_by_hand > mixed || !enough_printed) {
    choices.handwriting_is_clues = true;
    std::fill(choices.by_hand.begin(), choices.by_hand.end(), 0.0);
  }

  choices.clues.resize(count * width);
  for (size_t i = 0; i < count; ++i) {
    const double log_printed = std::log(std::max(1e-12, 1 - choices.by_hand[i]));
    for (size_t v = 1; v < width; ++v)
      choices.clues[i * width + v] =
          std::max(kLeastLog, choices.values[i * width + v] + log_printed);
    const double blank = std::exp(choices.values[i * width]);
    choices.clues[i * width] =
        std::max(kLeastLog, std::log(std::max(1e-12, blank + filled[i] * choices.by_hand[i])));
  }
  return choices;
}

}  // namespace gridlens
