#include "core/reading/provenance/provenance.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/ablation/mechanism.h"
#include "core/image/statistics.h"
#include "core/reading/ink/log_odds.h"

namespace gridlens {

namespace {

// Print repeats itself, a hand does not. On 150 photos the median cell of print lies at 2.95 (of
// the worst board 2.7). That of handwriting lies at 1.4 (1.6). Noise spoils copies but makes none.
constexpr double kRepeatedLine = 2.1;
constexpr double kRepeatedSlope = 4;
constexpr double kMostPrinted = 5;
constexpr double kMostByHand = 4;
constexpr double kMostByHandOnPoorCopies = 1;
constexpr double kGoodBestCopies = 2.6;   // so good is the cell that
constexpr double kBestCopiesShare = 0.2;  // this share of the others surpasses

// Two inks that the network does not see: so many of the ink's five features must tell them clearly
// apart, or many symbols have no copy where others have good ones.
constexpr int kClearDifferences = 2;
constexpr double kMostWithoutCopies = 0.3;  // of the symbols of a printed board
constexpr double kFewestByCopies = 4;       // cells by hand

// The stories of a board.
constexpr double kByHandPrior = -4;  // boards with handwriting are rarer than boards without
constexpr double kMixedPrior = -8;
constexpr double kOddCellCost = -5;      // what one misjudged cell costs the story it does not fit
constexpr double kFreeKind = -0.1;       // every cell's kind is free: pays a little for it
constexpr double kLeastPrinted = 0.1;    // of all cells: fewer givens has no puzzle
constexpr double kLeastHandCells = 0.7;  // expected

constexpr double kMostOpposite = 6;  // of what the opposite cell says

// Adds what the opposite cells say, as far as the board looks made symmetrically.
void use_symmetry(const std::vector<WrittenCell>& cells, std::vector<double>& log_odds) {
  const size_t count = cells.size();
  std::vector<double> given(count);
  double expected = 0;
  for (size_t i = 0; i < count; ++i) {
    given[i] = std::clamp(cells[i].filled * sigmoid(-log_odds[i]), 1e-5, 1 - 1e-5);
    expected += given[i];
  }
  const double share = std::clamp(expected / static_cast<double>(count), 0.05, 0.95);
  const double log_share = std::log(share);
  const double log_rest = std::log(1 - share);
  double symmetric = logit(kSymmetric);
  for (size_t i = 0; i < count / 2; ++i) {
    const size_t j = count - 1 - i;
    const double both = std::log(given[i]) + std::log(given[j]) - log_share;
    const double none = std::log(1 - given[i]) + std::log(1 - given[j]) - log_rest;
    symmetric += log_add(both, none);
  }
  const double trust = sigmoid(symmetric);
  for (size_t i = 0; i < count; ++i) {
    const size_t j = count - 1 - i;
    if (i == j || cells[i].filled < 0.01) continue;
    const double opposite =
        std::clamp(std::log(1 - given[j]) - std::log(given[j]) - (log_rest - log_share),
                   -kMostOpposite, kMostOpposite);
    const double by_hand =
        trust * sigmoid(log_odds[i] + opposite) + (1 - trust) * sigmoid(log_odds[i]);
    const double printed =
        trust * sigmoid(-log_odds[i] - opposite) + (1 - trust) * sigmoid(-log_odds[i]);
    log_odds[i] = std::log(std::max(1e-12, by_hand)) - std::log(std::max(1e-12, printed));
  }
}

// A few cells make an ink that fits each of them, a misprint by itself, too: what the ink says
// counts by the share that the others have in it. (Nor does symmetry tell: a misprint has no
// opposite cell either.) `alone`: log-odds of the cells by themselves.
void without_own_say(const std::vector<WrittenCell>& cells, const std::vector<double>& alone,
                     std::vector<double>& log_odds) {
  double by_hand = 0;
  for (size_t i = 0; i < cells.size(); ++i) by_hand += cells[i].filled * sigmoid(log_odds[i]);
  const double others = 1 - 1 / std::max(1.0, by_hand);
  for (size_t i = 0; i < cells.size(); ++i)
    log_odds[i] = alone[i] + others * (log_odds[i] - alone[i]);
}

// What it says that a cell equals others of the same symbol, or does not: log-odds of handwriting,
// at most `most_by_hand`.
double odds_by_similarity(const InkFeatures& features, double most_by_hand) {
  if (!features.known[InkFeatures::repeated] || !in_use<"writers_by_copies">()) return 0;
  return std::clamp(kRepeatedSlope * (kRepeatedLine - features.values[InkFeatures::repeated]),
                    -kMostPrinted, most_by_hand);
}

bool is_without_copy(const InkFeatures& features) {
  return features.known[InkFeatures::repeated] &&
         features.values[InkFeatures::repeated] < kRepeatedLine;
}

// Handwriting is what has no copy, for a start.
std::vector<double> start_from_copies(const std::vector<WrittenCell>& cells) {
  constexpr double kStart = 3;
  std::vector<double> start;
  for (const WrittenCell& cell : cells)
    start.push_back(is_without_copy(cell.features) ? kStart : -kStart);
  return start;
}

double share_without_copies(const std::vector<WrittenCell>& cells) {
  double known = 0;
  double without = 0;
  for (const WrittenCell& cell : cells) {
    if (!cell.features.known[InkFeatures::repeated]) continue;
    known += cell.filled;
    without += is_without_copy(cell.features) ? cell.filled : 0;
  }
  return without / std::max(1.0, known);
}

// The board's best copies are as good as those of clear print.
bool has_good_copies(const std::vector<WrittenCell>& cells) {
  std::vector<double> copies;
  for (const WrittenCell& cell : cells)
    if (cell.features.known[InkFeatures::repeated] && cell.filled > 0.5)
      copies.push_back(cell.features.values[InkFeatures::repeated]);
  return quantile(std::move(copies), 1 - kBestCopiesShare) >= kGoodBestCopies;
}

}  // namespace

BoardProvenance find_provenance(const std::vector<WrittenCell>& cells, bool not_printed) {
  BoardProvenance provenance;
  const bool good_copies = has_good_copies(cells);
  const double most_by_hand = good_copies ? kMostByHand : kMostByHandOnPoorCopies;
  double printed = 0;
  double by_hand = kByHandPrior;
  double mixed = kMixedPrior;
  double hand_cells = 0;
  for (const WrittenCell& cell : cells) {
    // For the story of the board copies count in full; in the mixture they are a feature anyway.
    const double odds = cell.hand_log_odds + odds_by_similarity(cell.features, most_by_hand);
    printed += cell.filled * std::max(kOddCellCost, std::min(0.0, -odds));
    by_hand += cell.filled * std::max(kOddCellCost, std::min(0.0, odds));
    mixed += cell.filled * kFreeKind;
    hand_cells += cell.filled * sigmoid(odds);
    provenance.hand_log_odds.push_back(odds);
  }
  provenance.mixed_lead = mixed - kMixedPrior - printed;
  const bool print_leads = printed >= mixed && printed >= by_hand;
  // Where the network sees print alone, the ink may still tell.
  const bool by_ink_alone = !not_printed && (print_leads || hand_cells < kLeastHandCells);
  if (by_ink_alone && !(good_copies && in_use<"inks_by_copies">())) return provenance;
  InkMixture mixture =
      fit_inks(cells, good_copies ? start_from_copies(cells) : provenance.hand_log_odds);
  if (mixture.typed) return provenance;
  if (by_ink_alone) {
    const bool apart = mixture.clear_differences >= kClearDifferences ||
                       share_without_copies(cells) > kMostWithoutCopies;
    if (mixture.hand_cells < kFewestByCopies || !apart) return provenance;
    by_hand = mixed;  // some of it is print
  }
  const std::vector<double> alone =
      std::exchange(provenance.hand_log_odds, std::move(mixture.hand_log_odds));
  if (not_printed && in_use<"without_own_say">())
    without_own_say(cells, alone, provenance.hand_log_odds);
  else if (!not_printed && in_use<"writers_symmetry">())
    use_symmetry(cells, provenance.hand_log_odds);
  double printed_cells = 0;
  for (size_t i = 0; i < cells.size(); ++i)
    printed_cells += cells[i].filled * sigmoid(-provenance.hand_log_odds[i]);
  if (by_hand > mixed) {
    provenance.writing = Writing::by_hand;
    provenance.by_hand_lead = by_hand - mixed;
  } else if (printed_cells >= kLeastPrinted * static_cast<double>(cells.size())) {
    provenance.writing = Writing::mixed;
  }
  return provenance;
}

}  // namespace gridlens
