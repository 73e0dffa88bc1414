#include "core/reading/weak_support.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/ablation/mechanism.h"
#include "core/puzzle/rules.h"

namespace gridlens {

namespace {

constexpr double kClearlySeen = 3;   // log-odds of a symbol that the search has no say in
constexpr double kNamedOdd = 0.995;  // probability of a symbol, half wiped out or unlike the print
constexpr double kFarFainter = 1;    // log density
constexpr double kFarLessAlike = 1.8;                               // as InkFeatures::repeated
constexpr double kSureChain = ClueSearchOptions{}.doubtful_margin;  // log-odds of two values
constexpr double kCertain = 100;
constexpr double kOtherColour = 0.25;  // as InkFeatures::red and blue

// Probability that a cell holds one of its two likeliest symbols.
double one_of_two(const CellChoices& choices, int cell) {
  double most = 0, second = 0;
  for (int v = 1; v <= choices.n; ++v) {
    const double p = std::exp(choices.value(cell, v));
    second = std::max(second, std::min(p, most));
    most = std::max(most, p);
  }
  return most + second;
}

// Probability of an entry up to which a clue has a say in the answer: it is surely print by itself,
// and all such clues together hold hardly an entry.
double least_print_of(const CellChoices& choices, const Grid& clues) {
  std::vector<double> entries;
  for (int cell = 0; cell < choices.by_hand.size(); ++cell)
    if (clues.at(cell) != 0) entries.push_back(choices.by_hand[cell]);
  std::sort(entries.begin(), entries.end());
  double most = 0;
  double expected = 0;
  for (const double by_hand : entries) {
    expected += by_hand;
    if (std::log((1 - by_hand) / by_hand) < kSureKind || expected > kMostWrongKinds) break;
    most = by_hand;
  }
  return most;
}

// What a feature is above the usual; 0 where it is not known.
double above(const InkFeatures& its, const InkFeatures& usual, InkFeatures::Feature feature) {
  return its.known[feature] ? its.values[feature] - usual.values[feature] : 0;
}

// How cells differ from the clues: from their median.
struct Unlike {
  CellFlags in_ink;        // far fainter, or of another colour
  CellFlags in_form;       // from the same symbol in other cells: overwritten digits
  CellFlags without_copy;  // no other cell looks like its symbol, though others hold it
};

Unlike unlike_clues(const Grid& clues, const CellMap<InkFeatures>& features) {
  CellFlags printed;
  for (const int value : clues.values()) printed.push_back(value != 0);
  const InkFeatures usual = median_features(features, printed);
  Unlike unlike;
  for (const InkFeatures& t : features) {
    unlike.in_ink.push_back(above(t, usual, InkFeatures::strength) < -kFarFainter ||
                            is_of_other_colour(t, usual));
    unlike.in_form.push_back(above(t, usual, InkFeatures::repeated) < -kFarLessAlike);
    const auto of_its_symbol = std::count(clues.values().begin(), clues.values().end(),
                                          clues.at(unlike.without_copy.size()));
    unlike.without_copy.push_back(t.measured() && !t.known[InkFeatures::repeated] &&
                                  of_its_symbol > 1);
  }
  return unlike;
}

// Entries that may be clues, as with them there is one solution or none.
std::vector<int> entries_that_may_be_clues(const CellChoices& choices, const Grid& clues,
                                           const OnlySolution& only_solution) {
  if (choices.writing != Writing::mixed) return {};
  const Grid all = symbols_seen(choices, clues);
  std::vector<int> entries;
  for (int cell = 0; cell < clues.shape().cells(); ++cell)
    if (all.at(cell) != clues.at(cell)) entries.push_back(cell);
  if (entries.empty()) return {};
  if (find_clash(classic_rules(clues.shape()), all) || only_solution(all))
    if (in_use<"entries_may_be_clues">()) return entries;
  return {};
}

// Symbols like the print that the search took for nothing, as they clash or leave no solution.
std::vector<int> dropped_print(const CellChoices& choices, const Grid& clues,
                               const CellMap<InkFeatures>& features, const Unlike& unlike) {
  std::vector<int> dropped;
  for (int cell = 0; cell < clues.shape().cells(); ++cell) {
    if (clues.at(cell) == 0 && choices.by_hand[cell] <= 0.5 && features[cell].measured() &&
        !unlike.in_ink[cell] && one_of_two(choices, cell) >= kRatherSure &&
        in_use<"dropped_print">())
      dropped.push_back(cell);
  }
  return dropped;
}

// How much likelier a cell's symbol is the value that it has in the solution than the other one.
double odds_against(const CellChoices& choices, int cell, int value, int other) {
  if (is_corrected(choices.corrections, cell)) return kCertain;
  return choices.reliable_value(cell, value) - choices.reliable_value(cell, other);
}

// Cells that hold two values of a solution, linked within each unit, fall into chains. Exchanged in
// one whole chain the two make another solution (a Kempe change), and the clues in the chain alone
// tell which is meant. A smear makes the same of the same symbols: however many such clues there
// are, the surest alone counts.
std::vector<int> clues_of_unsure_chains(const CellChoices& choices, const Grid& clues,
                                        const Grid& solution) {
  const Rules rules = classic_rules(solution.shape());
  const int n = choices.n;
  std::vector<CellMap<int>> cell_of;  // a unit's cell with a value
  for (const Unit& unit : rules.units) {
    cell_of.emplace_back(n + 1);
    for (const int cell : unit.cells) cell_of.back()[solution.at(cell)] = cell;
  }
  CellFlags doubted(solution.shape().cells());
  CellMap<int> chain(solution.shape().cells());      // a cell of it that stands for it
  CellMap<double> surest(solution.shape().cells());  // of its clues, where it stands for a chain
  const auto head = [&](int cell) {
    while (chain[cell] != cell) cell = chain[cell] = chain[chain[cell]];
    return cell;
  };
  for (int a = 1; a <= n; ++a)
    for (int b = a + 1; b <= n; ++b) {
      for (const CellMap<int>& of : cell_of)
        for (const int cell : {of[a], of[b]}) chain[cell] = cell, surest[cell] = -kCertain;
      for (const CellMap<int>& of : cell_of) chain[head(of[a])] = head(of[b]);
      const auto for_each_clue = [&](const auto& visit) {
        for (int row = 0; row < n; ++row)
          for (const auto& [value, other] : {std::pair(a, b), std::pair(b, a)})
            if (const int cell = cell_of[row][value]; clues.at(cell) != 0)
              visit(cell, odds_against(choices, cell, value, other));
      };
      for_each_clue(
          [&](int cell, double odds) { surest[head(cell)] = std::max(surest[head(cell)], odds); });
      for_each_clue([&](int cell, double) {
        if (surest[head(cell)] < kSureChain) doubted[cell] = true;
      });
    }
  std::vector<int> cells;
  for (int cell = 0; cell < doubted.size(); ++cell)
    if (doubted[cell]) cells.push_back(cell);
  return cells;
}

}  // namespace

bool is_of_other_colour(const InkFeatures& its, const InkFeatures& usual) {
  return std::abs(above(its, usual, InkFeatures::red)) > kOtherColour ||
         std::abs(above(its, usual, InkFeatures::blue)) > kOtherColour;
}

Grid symbols_seen(const CellChoices& choices, const Grid& clues) {
  Grid symbols(clues.shape());
  for (int cell = 0; cell < clues.shape().cells(); ++cell) {
    const int best = choices.likeliest(cell);
    const int clue = clues.at(cell);
    const bool told =
        clue != 0 && choices.value(cell, clue) > choices.value(cell, best) - kClearlySeen;
    symbols.set(cell, told ? clue : best);
  }
  return symbols;
}

std::vector<int> weak_clues_of_answer(const CellChoices& choices, const ClueSet& best,
                                      const CellVisibility& visibility,
                                      const CellMap<InkFeatures>& features, bool screenshot,
                                      const OnlySolution& only_solution) {
  if (best.state == SolveState::multiple)
    return entries_that_may_be_clues(choices, best.clues, only_solution);
  if (best.state != SolveState::unique) return {};
  Grid clear = best.clues;
  std::vector<int> doubts;
  const Unlike unlike = unlike_clues(clear, features);
  const double least_print = least_print_of(choices, clear);
  for (int cell = 0; cell < clear.shape().cells(); ++cell) {
    const int value = clear.at(cell);
    if (value == 0 || is_corrected(choices.corrections, cell)) continue;
    const bool overwritten =
        !screenshot && unlike.in_ink[cell] && unlike.in_form[cell] && in_use<"overwritten">();
    // A stroke from the cell beside makes another symbol.
    const bool odd = (!screenshot && unlike.without_copy[cell] && in_use<"clues_without_copy">()) ||
                     (visibility[cell] != Visibility::clear && in_use<"half_seen_clues">()) ||
                     (!screenshot && unlike.in_ink[cell] && in_use<"clues_unlike_in_ink">()) ||
                     (unlike.in_form[cell] && in_use<"clues_unlike_in_form">());
    const bool named = odd ? !overwritten && choices.value(cell, value) >= std::log(kNamedOdd)
                           : one_of_two(choices, cell) >= kRatherSure || !in_use<"unnamed_clues">();
    const double by_hand = choices.by_hand[cell];
    const bool print = by_hand <= least_print || !in_use<"clues_of_unsure_kind">();
    if (named && print &&
        (choices.clue(cell, value) >= choices.clue(cell, 0) || !in_use<"rather_blank_clues">()))
      continue;
    clear.set(cell, 0);
    doubts.push_back(cell);
  }
  if (!doubts.empty() && !only_solution(clear)) return doubts;
  if (in_use<"unsure_chains">()) {
    doubts = clues_of_unsure_chains(choices, best.clues, *best.solution);
    if (!doubts.empty()) return doubts;
  }
  return dropped_print(choices, best.clues, features, unlike);
}

}  // namespace gridlens
