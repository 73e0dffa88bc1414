#include "core/reading/observation/orientation.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "core/ablation/mechanism.h"
#include "core/reading/ink/log_odds.h"
#include "core/reading/observation/alphabet_choice.h"

namespace gridlens {

namespace {

constexpr std::array<size_t, 5> kTrialCells{3, 6, 12, 20, 30};  // until the lead is large enough
// Log-likelihood by which an orientation must lead: over the trial cells to rule another one out,
// by the head's scores to be believed at first.
constexpr double kLead = 8;
constexpr float kLeastLogOfCell = -4;  // what one cell counts at most, read or by the head's score

// Cells of one typeface err alike, so the head's score of each counts half.
constexpr double kHeadWeight = 0.5;
// The network confirms very clear scores of the head by an easy reading of the whole board.
// Otherwise it needs a lead over the next likely orientation on a few cells, then on more.
constexpr double kClearHeadLead = 20;
constexpr double kEasyCost = 0.25;  // a cell, in the mean
constexpr std::array<size_t, 3> kConfirmingCells{4, 8, 12};
constexpr double kConfirmed = 4;
constexpr double kMostCost = 0.5;  // a cell, in the mean: what is read worse may be upside down

// The weight of the head's scores if reading leaves two orientations (a 4x4 of 0, 1, 2: a turned 2
// is read as a 1). Over 100 typefaces six cells of 0, 1, 2 mislead by 5.3 at most, and lead by 6.7
// in half of them. The scores hardly tell 6 from 9.
constexpr double kHeadEvidence = 0.75;
constexpr double kMostHeadEvidence = 5.5;

// An orientation with its log-likelihood by the head's scores.
struct OrientationEvidence {
  double log_likelihood = 0;
  int quarter_turns = 0;
};

// Log-likelihood of a cell in an orientation by its scores, weighed.
double by_head(const OrientationScores& head, int turns, double weight) {
  return weight * sigmoid(-head.blank) *
         std::max(kLeastLogOfCell, head.orientations[static_cast<size_t>(turns)]);
}

// The four orientations, likeliest first.
std::array<OrientationEvidence, 4> evidence_by_orientation(
    const std::vector<OrientedCell>& oriented) {
  std::array<OrientationEvidence, 4> orientations;
  for (int turns = 0; turns < 4; ++turns) {
    OrientationEvidence& way = orientations[static_cast<size_t>(turns)];
    way.quarter_turns = turns;
    for (const auto& [cell, head] : oriented)
      way.log_likelihood += by_head(head, turns, kHeadWeight);
  }
  std::sort(orientations.begin(), orientations.end(),
            [](const OrientationEvidence& a, const OrientationEvidence& b) {
              return a.log_likelihood > b.log_likelihood;
            });
  return orientations;
}

int label_in(const CellScores& scores) {
  return static_cast<int>(std::max_element(scores.symbols.begin(), scores.symbols.end()) -
                          scores.symbols.begin());
}

// What the head's scores add to each of some orientations that were read.
void add_head_evidence(const std::vector<OrientedCell>& oriented,
                       std::vector<OrientationTrial>& trials) {
  static const std::set<int> kTurnEachOther{DigitNetwork::label_of("6"),
                                            DigitNetwork::label_of("9")};
  std::set<int> vague;
  for (const OrientationTrial& trial : trials)
    for (size_t i = 0; i < trial.cells.size(); ++i)
      if (kTurnEachOther.contains(label_in(trial.scores[i]))) vague.insert(trial.cells[i]);
  double most = -1e9;
  for (OrientationTrial& trial : trials) {
    for (const auto& [cell, head] : oriented)
      if (!vague.contains(cell))
        trial.head_log_likelihood += by_head(head, trial.quarter_turns, kHeadEvidence);
    most = std::max(most, trial.head_log_likelihood);
  }
  for (OrientationTrial& trial : trials)
    trial.head_log_likelihood = std::max(-kMostHeadEvidence, trial.head_log_likelihood - most);
}

double lead_of(const std::array<OrientationEvidence, 4>& orientations) {
  return orientations[0].log_likelihood - orientations[1].log_likelihood;
}

// Scores more cells, as many at most.
void score_more_cells(DigitNetwork& network, const InkMap& ink_map, const std::vector<int>& inked,
                      size_t most, std::vector<OrientedCell>& oriented) {
  std::set<int> known;
  for (const OrientedCell& one : oriented) known.insert(one.cell);
  std::vector<int> more;
  for (const int cell : inked)
    if (more.size() < most && !known.contains(cell)) more.push_back(cell);
  const std::vector<OrientationScores> scored = network.score_orientation(ink_map, more);
  for (size_t i = 0; i < more.size(); ++i) oriented.push_back({more[i], scored[i]});
}

// The orientation that the head favours, read in full, and whether the network confirms it.
struct Proposal {
  OrientationTrial trial;  // all inked cells, ascending
  bool confirmed = false;

  [[nodiscard]] const CellScores& scores_of(int cell) const {
    const auto place = std::lower_bound(trial.cells.begin(), trial.cells.end(), cell);
    return trial.scores[static_cast<size_t>(place - trial.cells.begin())];
  }
};

// The cells whose scores tell a proposal best apart from another orientation. One cell of each
// symbol comes before a second of any: a turned symbol may look like another.
std::vector<int> telling_cells(const std::vector<OrientedCell>& oriented, const Proposal& proposal,
                               int other) {
  const int way = proposal.trial.quarter_turns;
  std::vector<std::pair<double, int>> by_odds;
  for (const auto& [cell, head] : oriented)
    by_odds.emplace_back(sigmoid(-head.blank) * (head.orientations[static_cast<size_t>(other)] -
                                                 head.orientations[static_cast<size_t>(way)]),
                         cell);
  std::sort(by_odds.begin(), by_odds.end());
  std::map<int, int> met;
  std::vector<std::pair<int, int>> order;  // how many of its symbol come before, the cell
  for (const auto& [odds, cell] : by_odds)
    order.emplace_back(met[label_in(proposal.scores_of(cell))]++, cell);
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<int> cells;
  for (const auto& [before, cell] : order) cells.push_back(cell);
  return cells;
}

double cost_of(const std::vector<CellScores>& scores, int n) {
  return -log_likelihood_of(scores, n, kLeastLogOfCell);
}

bool confirmed_by_cells(DigitNetwork& network, const InkMap& ink_map, const Proposal& proposal,
                        const std::vector<OrientedCell>& oriented, int other_way) {
  const std::vector<int> telling = telling_cells(oriented, proposal, other_way);
  std::vector<CellScores> in_favour;
  std::vector<CellScores> against;
  for (const size_t ask : kConfirmingCells) {
    std::vector<int> cells;
    for (size_t i = against.size(); i < std::min(ask, telling.size()); ++i) {
      cells.push_back(telling[i]);
      in_favour.push_back(proposal.scores_of(telling[i]));
    }
    std::vector<CellScores> turned = network.classify(ink_map, cells, other_way);
    std::move(turned.begin(), turned.end(), std::back_inserter(against));
    if (cost_of(against, ink_map.n) - cost_of(in_favour, ink_map.n) >= kConfirmed) return true;
  }
  return false;
}

std::optional<Proposal> propose(DigitNetwork& network, const InkMap& ink_map,
                                const std::vector<int>& inked,
                                std::vector<OrientedCell>& oriented) {
  if (oriented.empty()) return std::nullopt;
  auto orientations = evidence_by_orientation(oriented);
  while (lead_of(orientations) < kLead && oriented.size() < inked.size()) {
    score_more_cells(network, ink_map, inked, 2 * oriented.size(), oriented);
    orientations = evidence_by_orientation(oriented);
  }
  if (lead_of(orientations) < kLead) return std::nullopt;
  Proposal proposal;
  OrientationTrial& trial = proposal.trial;
  trial.quarter_turns = orientations[0].quarter_turns;
  trial.cells = inked;
  trial.scores = network.classify(ink_map, inked, trial.quarter_turns);
  trial.cost = cost_of(trial.scores, ink_map.n);
  const double mean_cost = trial.cost / static_cast<double>(inked.size());
  proposal.confirmed =
      (lead_of(orientations) >= kClearHeadLead && mean_cost <= kEasyCost) ||
      (mean_cost <= kMostCost &&
       confirmed_by_cells(network, ink_map, proposal, oriented, orientations[1].quarter_turns));
  return proposal;
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
                                                  std::vector<OrientedCell> oriented,
                                                  const OrientationPrior& prior) {
  std::optional<Proposal> proposal;
  if (in_use<"way_up_by_glances">()) proposal = propose(network, ink_map, inked, oriented);
  const double most = *std::max_element(prior.begin(), prior.end());
  if (proposal && proposal->confirmed &&
      prior[static_cast<size_t>(proposal->trial.quarter_turns)] >= most)
    return {proposal->trial};

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
      std::vector<CellScores> scores;
      if (proposal && proposal->trial.quarter_turns == trial.quarter_turns)
        for (const int cell : cells) scores.push_back(proposal->scores_of(cell));
      else
        scores = network.classify(ink_map, cells, trial.quarter_turns);
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
    if (trials.size() == 1) break;
  }
  // All that was read of the way proposed is of use to whoever reads on.
  for (OrientationTrial& trial : trials)
    if (proposal && proposal->trial.quarter_turns == trial.quarter_turns) trial = proposal->trial;
  if (in_use<"glances_between_ways">()) add_head_evidence(oriented, trials);
  return trials;
}

}  // namespace gridlens
