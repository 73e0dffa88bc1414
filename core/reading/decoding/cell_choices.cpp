#include "core/reading/decoding/cell_choices.h"

#include <algorithm>
#include <cmath>

#include "core/ablation/mechanism.h"
#include "core/reading/decoding/alike_glyphs.h"
#include "core/reading/ink/log_odds.h"

namespace gridlens {

namespace {

// Share of blank cells among those the network was trained on. Boards hold more of them: the
// probabilities are corrected for that (label shift: Saerens, Latinne, Decaestecker 2002, one
// step).
constexpr double kTrainedBlankShare = 0.22;
constexpr double kMostBlankShare = 0.75;
constexpr double kEntered = 0.9999;  // probability that what came late is no print
constexpr double kTelling = -1.2;    // log-probability of a symbol that has a say about its writer
constexpr double kSurelyForeign = 0.95;
constexpr double kRatherByHand = 0.5;
// Bounds of the probability that something that is no symbol of the alphabet is a mark in a blank
// cell; between them the network's kinds tell.
constexpr double kLeastForeignBlank = 0.1;
constexpr double kMostForeignBlank = 0.95;

// Balance of the symbols.
constexpr int kBalanceRounds = 4;
constexpr double kBalanceCells = 3;   // added to every symbol's count
constexpr double kMostBalance = 1.6;  // log

void correct_for_blank_share(CellMap<CellScores>& cells) {
  double blank = 0;
  for (const CellScores& cell : cells) blank += std::exp(static_cast<double>(cell.symbols[0]));
  const double share = blank / static_cast<double>(cells.size());
  const double shift =
      logit(std::clamp(share, kTrainedBlankShare, kMostBlankShare)) - logit(kTrainedBlankShare);
  for (CellScores& cell : cells) cell.add_blank_log_odds(shift);
}

// Values: probabilities within the alphabet. What lies outside it is a smudge, or a symbol misread:
// the cell is left in doubt. But on a screen a cross is the program's, in a blank cell.
// Returns the cells that surely hold a symbol of another alphabet, no cross.
CellFlags set_values(CellChoices& choices, const CellMap<CellScores>& cells,
                     const LabelledAlphabet& alphabet, bool screenshot) {
  const auto cross = static_cast<size_t>(DigitNetwork::label_of("X"));
  CellFlags foreign;
  for (const CellScores& cell : cells) {
    const std::vector<double> p = alphabet.probabilities(cell);
    double inside = 0;
    for (const double value : p) inside += value;
    const double outside = std::max(0.0, 1 - inside);
    const double no_symbol = std::exp(cell.kinds[static_cast<size_t>(CellKind::blank)]) +
                             std::exp(cell.kinds[static_cast<size_t>(CellKind::pencil_marks)]);
    const bool crossed = screenshot && outside > kSurelyForeign &&
                         std::exp(static_cast<double>(cell.symbols[cross])) > kSurelyForeign;
    const double least_blank = crossed ? kMostForeignBlank : kLeastForeignBlank;
    const double foreign_blank = std::clamp(no_symbol, least_blank, kMostForeignBlank);
    for (size_t v = 0; v < p.size(); ++v) {
      const double share = v == 0 ? foreign_blank : (1 - foreign_blank) / choices.n;
      choices.values.push_back(std::max(kLeastLogOfChoice, std::log(p[v] + outside * share)));
    }
    choices.symbol_cells += std::max(0.0, inside - p[0]);
    choices.junk_cells += outside;
    foreign.push_back(outside > kSurelyForeign && no_symbol < 1 - kSurelyForeign && !crossed);
  }
  return foreign;
}

// Changes the log-probabilities of the symbols of each cell to `changed(value, log_p)`, up to a
// common term: whether the cell is blank stays as it is.
template <typename Changed>
void change_symbols(CellChoices& choices, const Changed& changed) {
  for (int cell = 0; cell < choices.cells(); ++cell) {
    const auto its = choices.values_of(cell);
    double before = 0;
    double after = 0;
    for (size_t v = 1; v < its.size(); ++v) {
      before += std::exp(its[v]);
      after += std::exp(changed(v, its[v]));
    }
    const double log_scale = std::log(before) - std::log(after);
    for (size_t v = 1; v < its.size(); ++v)
      its[v] = std::max(kLeastLogOfChoice, changed(v, its[v]) + log_scale);
  }
}

// A typeface may lead the network to take one symbol for another all over the board. On a puzzle
// all symbols are about equally frequent: one read far too often, and another far too rarely, are
// drawn together.
void balance(CellChoices& choices) {
  const auto width = static_cast<size_t>(choices.n + 1);
  std::vector<double> log_weights(width, 0);
  for (int round = 0; round < kBalanceRounds; ++round) {
    std::vector<double> counts(width, 0);
    double total = 0;
    for (int cell = 0; cell < choices.cells(); ++cell) {
      const auto values = choices.values_of(cell);
      double sum = 0;
      for (size_t v = 0; v < width; ++v) sum += std::exp(values[v] + log_weights[v]);
      for (size_t v = 1; v < width; ++v) {
        const double p = std::exp(values[v] + log_weights[v]) / sum;
        counts[v] += p;
        total += p;
      }
    }
    for (size_t v = 1; v < width; ++v) {
      const double expected = total / choices.n;
      const double wanted = std::log((expected + kBalanceCells) / (counts[v] + kBalanceCells));
      log_weights[v] = std::clamp((log_weights[v] + wanted) / 2, -kMostBalance, kMostBalance);
    }
  }
  change_symbols(choices, [&](size_t v, double log_p) { return log_p + log_weights[v]; });
}

// A person's writing that the network misreads says nothing of the print's alphabet.
int foreign_print(const CellFlags& foreign, const CellMap<double>& by_hand) {
  int count = 0;
  for (int cell = 0; cell < foreign.size(); ++cell)
    count += foreign[cell] && by_hand[cell] < kRatherByHand;
  return count;
}

}  // namespace

int CellChoices::likeliest(int cell) const {
  const auto its = values_of(cell);
  return static_cast<int>(std::max_element(its.begin(), its.end()) - its.begin());
}

int CellChoices::likeliest_symbol(int cell) const {
  const auto its = values_of(cell);
  return static_cast<int>(std::max_element(its.begin() + 1, its.end()) - its.begin());
}

void CellChoices::set_blank(int cell, double log_p) {
  const auto its = values_of(cell);
  const auto log_filled = [](double log_blank) {
    return std::log(std::max(1e-12, -std::expm1(log_blank)));
  };
  const double shift = log_filled(log_p) - log_filled(its[0]);
  for (double& other : its.subspan(1)) other = std::max(kLeastLogOfChoice, other + shift);
  its[0] = log_p;
}

void CellChoices::correct(Corrections by_person) {
  corrections = std::move(by_person);
  set_clues();
}

void CellChoices::set_clues() {
  for (const Correction& correction : corrections) {
    const auto its = values_of(correction.cell);
    std::fill(its.begin(), its.end(), kLeastLogOfChoice);
    its[static_cast<size_t>(correction.value)] = 0;
    by_hand[correction.cell] =
        correction.value != 0 && correction.kind == Correction::Kind::entry ? 1 : 0;
  }
  clues.clear();
  for (int cell = 0; cell < cells(); ++cell) {
    const double log_printed = std::log(std::max(1e-12, 1 - by_hand[cell]));
    const double blank = std::exp(value(cell, 0));
    clues.push_back(std::max(kLeastLogOfChoice,
                             std::log(std::max(1e-12, blank + (1 - blank) * by_hand[cell]))));
    for (int v = 1; v <= n; ++v)
      clues.push_back(std::max(kLeastLogOfChoice, value(cell, v) + log_printed));
  }
}

void set_entries(CellChoices& choices, const CellMap<double>& by_hand) {
  choices.writing = Writing::mixed;
  choices.by_hand = by_hand;
  choices.typed = true;
  choices.set_clues();
}

CellMap<CellScores> upright_scores(const CellEvidence& evidence,
                                   const std::vector<int>& rectified_cell_of) {
  CellMap<CellScores> cells;
  for (const int cell : rectified_cell_of) cells.push_back(evidence.scores(cell));
  if (in_use<"blank_share">()) correct_for_blank_share(cells);
  return cells;
}

CellChoices make_choices(const CellMap<CellScores>& cells, double legibility,
                         const AlphabetChoice& chosen, const CellMap<InkFeatures>& features,
                         bool screenshot, const CellFlags& entered, WritingAssumed assumed) {
  CellChoices choices;
  choices.alphabet = chosen.labelled.alphabet();
  choices.n = choices.alphabet.n;
  choices.log_likelihood = chosen.log_likelihood;
  const CellFlags foreign = set_values(choices, cells, chosen.labelled, screenshot);
  if (legibility < 1)
    change_symbols(choices, [&](size_t, double log_p) { return legibility * log_p; });
  if (screenshot) discount_unlike_glyphs(choices, features);
  if (in_use<"balanced_symbols">()) balance(choices);

  choices.by_hand = CellMap<double>(cells.size());
  choices.assumed = assumed;
  if (assumed == WritingAssumed::printed) {
    choices.foreign_cells = foreign_print(foreign, choices.by_hand);
    choices.set_clues();
    return choices;
  }
  std::vector<WrittenCell> written;
  for (int cell = 0; cell < cells.size(); ++cell) {
    const auto& kinds = cells[cell].kinds;
    // Only what is clearly some symbol has a say: a pen lying on the board is no handwriting.
    const double clearest = choices.value(cell, choices.likeliest_symbol(cell));
    const double filled = entered[cell] ? 0 : 1 - std::exp(choices.value(cell, 0));
    written.push_back({clearest > kTelling || entered[cell] ? filled : std::exp(clearest),
                       kinds[static_cast<size_t>(CellKind::handwritten)] -
                           kinds[static_cast<size_t>(CellKind::printed)],
                       features[cell]});
  }
  const BoardProvenance provenance =
      find_provenance(written, assumed == WritingAssumed::not_printed_alone);
  choices.writing = provenance.writing;
  choices.by_hand_lead = provenance.by_hand_lead;
  choices.mixed_lead = provenance.mixed_lead;
  if (provenance.writing == Writing::mixed)
    for (int cell = 0; cell < cells.size(); ++cell)
      choices.by_hand[cell] = sigmoid(provenance.hand_log_odds[static_cast<size_t>(cell)]);
  for (int cell = 0; cell < cells.size() && choices.writing != Writing::by_hand; ++cell) {
    if (!entered[cell]) continue;
    choices.writing = Writing::mixed;
    choices.by_hand[cell] = kEntered;
  }
  choices.foreign_cells = foreign_print(foreign, choices.by_hand);
  choices.set_clues();
  return choices;
}

}  // namespace gridlens
