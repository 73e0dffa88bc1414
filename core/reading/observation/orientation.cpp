#include "core/reading/observation/orientation.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <numeric>
#include <set>
#include <utility>

#include "core/ablation/mechanism.h"
#include "core/reading/ink/log_odds.h"
#include "core/reading/observation/alphabet_choice.h"

namespace gridlens {

namespace {

constexpr std::array<size_t, 5> kTrialCells{3, 6, 12, 20, 30};  // until the lead is large enough
constexpr double kLead = 8;  // log-likelihood over the trial cells that rules an orientation out
constexpr float kLeastLogOfCell = -4;  // what one cell counts at most, read or by the head's score

// The weight of the head's scores if reading leaves two orientations (a 4x4 of 0, 1, 2: a turned 2
// is read as a 1). Cells of one typeface err alike. Over 100 typefaces six cells of 0, 1, 2 mislead
// by 5.3 at most, and lead by 6.7 in half of them. The scores hardly tell 6 from 9.
constexpr double kHeadEvidence = 0.75;
constexpr double kMostHeadEvidence = 5.5;

int label_in(const CellScores& scores) {
  return static_cast<int>(std::max_element(scores.symbols.begin(), scores.symbols.end()) -
                          scores.symbols.begin());
}

// What the head's scores of the cells add to each of some orientations that were read.
void add_head_evidence(DigitNetwork& network, const InkMap& ink_map, const std::vector<int>& inked,
                       std::vector<OrientationTrial>& trials) {
  static const std::set<int> kTurnEachOther{DigitNetwork::label_of("6"),
                                            DigitNetwork::label_of("9")};
  std::set<int> vague;
  for (const OrientationTrial& trial : trials)
    for (size_t i = 0; i < trial.cells.size(); ++i)
      if (kTurnEachOther.contains(label_in(trial.scores[i]))) vague.insert(trial.cells[i]);
  std::vector<int> telling;
  std::copy_if(inked.begin(), inked.end(), std::back_inserter(telling),
               [&](int cell) { return !vague.contains(cell); });
  const std::vector<OrientationScores> heads = network.score_orientation(ink_map, telling);
  double most = -1e9;
  for (OrientationTrial& trial : trials) {
    for (const OrientationScores& head : heads)
      trial.head_log_likelihood +=
          kHeadEvidence * sigmoid(-head.blank) *
          std::max(kLeastLogOfCell, head.orientations[static_cast<size_t>(trial.quarter_turns)]);
    most = std::max(most, trial.head_log_likelihood);
  }
  for (OrientationTrial& trial : trials)
    trial.head_log_likelihood = std::max(-kMostHeadEvidence, trial.head_log_likelihood - most);
}

double cost_of(const std::vector<CellScores>& scores, int n) {
  return -log_likelihood_of(scores, n, kLeastLogOfCell);
}

}  // namespace

std::vector<int> rectified_cells_of_upright(int n, int quarter_turns) {
  std::vector<int> cells(static_cast<size_t>(n * n));
  std::iota(cells.begin(), cells.end(), 0);
  for (int turns = (quarter_turns % 4 + 4) % 4; turns > 0; --turns) {
    const std::vector<int> before = std::exchange(cells, {});
    for (int r = 0; r < n; ++r)
      for (int c = 0; c < n; ++c) cells.push_back(before[static_cast<size_t>(c * n + (n - 1 - r))]);
  }
  return cells;
}

std::vector<OrientationTrial> likely_orientations(DigitNetwork& network, const InkMap& ink_map,
                                                  const std::vector<int>& inked,
                                                  const OrientationPrior& prior) {
  std::vector<std::pair<double, int>> by_ink;
  for (const int cell : inked) by_ink.emplace_back(-middle_ink(ink_map, cell), cell);
  std::sort(by_ink.begin(), by_ink.end());

  std::vector<OrientationTrial> trials(4);
  for (int turns = 0; turns < 4; ++turns) trials[static_cast<size_t>(turns)].quarter_turns = turns;
  size_t asked = 0;
  for (const size_t ask : kTrialCells) {
    std::vector<int> cells;
    for (; asked < std::min(ask, by_ink.size()); ++asked) cells.push_back(by_ink[asked].second);
    for (OrientationTrial& trial : trials) {
      std::vector<CellScores> scores = network.classify(ink_map, cells, trial.quarter_turns);
      std::move(scores.begin(), scores.end(), std::back_inserter(trial.scores));
      trial.cells.insert(trial.cells.end(), cells.begin(), cells.end());
      // A turned symbol often looks like one of another alphabet: one alphabet must fit all.
      trial.cost = cost_of(trial.scores, ink_map.n);
    }
    const auto with_prior = [&](const OrientationTrial& trial) {
      return trial.cost - prior[static_cast<size_t>(trial.quarter_turns)];
    };
    std::stable_sort(trials.begin(), trials.end(),
                     [&](const OrientationTrial& a, const OrientationTrial& b) {
                       return with_prior(a) < with_prior(b);
                     });
    const double cost = trials.front().cost;
    const double cost_with_prior = with_prior(trials.front());
    std::erase_if(trials, [&](const OrientationTrial& trial) {
      return trial.cost - cost >= kLead && with_prior(trial) - cost_with_prior >= kLead;
    });
    if (trials.size() == 1) return trials;
  }
  if (in_use<"glances_between_ways">()) add_head_evidence(network, ink_map, inked, trials);
  return trials;
}

}  // namespace gridlens
