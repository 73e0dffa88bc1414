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
// Share of blank cells among those the network was trained on. Boards hold more of them: the
// probabilities are corrected for that (label shift: Saerens, Latinne, Decaestecker 2002, one
// step).
constexpr double kTrainedBlankShare = 0.27;
constexpr double kMostBlankShare = 0.75;
constexpr double kLeastLog = -30;
// Probability that something that is no symbol of the alphabet is a mark in a blank cell.
constexpr double kForeignIsBlank = 0.7;

// Symbols of other alphabets that look the same: what the network gives to them belongs to their
// twin on a board whose alphabet holds only one of the two.
constexpr std::pair<const char*, const char*> kTwins[] = {
    {"0", "O"}, {"0", "D"}, {"0", "Q"}, {"1", "I"}, {"1", "L"}, {"I", "L"}, {"2", "Z"},  {"5", "S"},
    {"6", "B"}, {"6", "G"}, {"8", "B"}, {"9", "G"}, {"9", "Q"}, {"O", "Q"}, {"11", "H"},
};

// An alphabet in terms of the network's labels.
struct LabelledAlphabet {
  Alphabet alphabet;
  std::vector<int> labels{0};              // labels[value]; labels[0] is blank
  std::vector<std::pair<int, int>> twins;  // (label outside, value of its twin inside)
  bool known = true;                       // by the network

  explicit LabelledAlphabet(const Alphabet& of) : alphabet(of) {
    std::vector<int> value_of(DigitNetwork::labels().size(), -1);
    for (const std::string& symbol : alphabet.symbols()) {
      labels.push_back(DigitNetwork::label_of(symbol));
      known = known && labels.back() >= 0;
      if (labels.back() >= 0)
        value_of[static_cast<size_t>(labels.back())] = static_cast<int>(labels.size()) - 1;
    }
    for (const auto& [first, second] : kTwins) {
      const int a = DigitNetwork::label_of(first);
      const int b = DigitNetwork::label_of(second);
      const int value_a = value_of[static_cast<size_t>(a)];
      const int value_b = value_of[static_cast<size_t>(b)];
      if (value_a >= 0 && value_b < 0) twins.emplace_back(b, value_a);
      if (value_b >= 0 && value_a < 0) twins.emplace_back(a, value_b);
    }
  }

  // p(value) of a cell, 0 for blank; what is missing to 1 lies outside the alphabet.
  [[nodiscard]] std::vector<double> probabilities(const CellScores& cell) const {
    std::vector<double> p;
    p.reserve(labels.size());
    for (const int label : labels) p.push_back(std::exp(cell.symbols[static_cast<size_t>(label)]));
    // An outside label with two twins inside goes to them in proportion.
    std::vector<double> add(p.size(), 0);
    for (const auto& [outside, value] : twins) {
      double share = 0;
      for (const auto& [other, other_value] : twins)
        if (other == outside) share += p[static_cast<size_t>(other_value)];
      if (share > 0)
        add[static_cast<size_t>(value)] += std::exp(cell.symbols[static_cast<size_t>(outside)]) *
                                           p[static_cast<size_t>(value)] / share;
    }
    for (size_t v = 0; v < p.size(); ++v) p[v] += add[v];
    return p;
  }
};

double log_odds(double p) {
  return std::log(p / (1 - p));
}

void correct_for_blank_share(std::vector<CellScores>& cells) {
  double blank = 0;
  for (const CellScores& cell : cells) blank += std::exp(static_cast<double>(cell.symbols[0]));
  const double share = blank / static_cast<double>(cells.size());
  const double shift = log_odds(std::clamp(share, kTrainedBlankShare, kMostBlankShare)) -
                       log_odds(kTrainedBlankShare);
  for (CellScores& cell : cells) {
    const double p = std::exp(static_cast<double>(cell.symbols[0]));
    const double total = p * std::exp(shift) + 1 - p;
    const auto log_total = static_cast<float>(std::log(total));
    for (float& value : cell.symbols) value -= log_total;
    cell.symbols[0] += static_cast<float>(shift);
  }
}

struct Scored {
  LabelledAlphabet labelled;
  double log_likelihood = 0;
};

Scored best_alphabet(const std::vector<CellScores>& cells, int n) {
  Scored best{LabelledAlphabet(Alphabet{AlphabetKind::numerals, n}), -1e18};
  for (const Alphabet& alphabet : possible_alphabets(n)) {
    LabelledAlphabet labelled(alphabet);
    if (!labelled.known) continue;
    double sum = log_prior(alphabet);
    for (const CellScores& cell : cells) {
      // The best symbol alone, not the sum: an orientation or alphabet with clear symbols wins over
      // one whose cells could be many things.
      const std::vector<double> p = labelled.probabilities(cell);
      sum += std::max(std::log(std::max(1e-9, *std::max_element(p.begin(), p.end()))), -8.0);
    }
    if (sum > best.log_likelihood) best = {std::move(labelled), sum};
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
  correct_for_blank_share(cells);

  CellChoices choices;
  choices.n = n;
  const Scored chosen = best_alphabet(cells, n);
  choices.alphabet = chosen.labelled.alphabet;
  choices.log_likelihood = chosen.log_likelihood;

  // Values: probabilities within the alphabet. What lies outside it is most likely no symbol (a
  // smudge), but may hide one: the cell is left in doubt.
  const auto width = static_cast<size_t>(n + 1);
  choices.values.resize(count * width);
  std::vector<double> filled(count);
  for (size_t i = 0; i < count; ++i) {
    const std::vector<double> p = chosen.labelled.probabilities(cells[i]);
    double inside = 0;
    for (const double value : p) inside += value;
    const double outside = std::max(0.0, 1 - inside);
    for (size_t v = 0; v < width; ++v) {
      const double share =
          v == 0 ? kForeignIsBlank : (1 - kForeignIsBlank) / static_cast<double>(n);
      choices.values[i * width + v] = std::max(kLeastLog, std::log(p[v] + outside * share));
    }
    filled[i] = 1 - std::exp(choices.values[i * width]);
    choices.symbol_cells += std::max(0.0, inside - p[0]);
    choices.junk_cells += std::max(0.0, 1 - inside);
  }

  // Handwriting on the board? Three stories about the filled cells: all printed, all by hand,
  // mixed.
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
