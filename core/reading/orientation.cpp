#include "core/reading/orientation.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <optional>

#include "core/reading/alphabet_choice.h"
#include "core/reading/log_odds.h"

namespace gridlens {

namespace {

constexpr std::array<size_t, 5> kTrialCells{3, 6, 12, 20, 30};  // until the lead is large enough
// Log-likelihood over the trial cells by which an orientation must lead to rule another one out.
constexpr double kLead = 8;
constexpr double kLeastLog = -4;  // what one cell counts at most

// What the glances must say together to be believed for a start: cells of one typeface err alike,
// so each counts half.
constexpr double kGlanceWeight = 0.5;
constexpr float kLeastGlance = -4;
constexpr double kGlanceLead = 8;
// The network confirms it by reading the whole board that way up with ease, where the glances are
// very clear; else by a lead over the next likely way on a few cells, then on more.
constexpr double kClearGlanceLead = 20;
constexpr double kEasyCost = 0.25;  // a cell, in the mean
constexpr std::array<size_t, 3> kConfirmingCells{4, 8, 12};
constexpr double kConfirmed = 4;
constexpr double kMostCost = 1;  // a cell, in the mean: what is read worse is no symbol's way up

// A way up with its log-likelihood by the glances.
struct GlancedWay {
  double log_likelihood = 0;
  int quarter_turns = 0;
};

// The four ways up, likeliest first.
std::array<GlancedWay, 4> ways_at_a_glance(const std::vector<CellGlance>& glances) {
  std::array<GlancedWay, 4> ways;
  for (int turns = 0; turns < 4; ++turns) {
    GlancedWay& way = ways[static_cast<size_t>(turns)];
    way.quarter_turns = turns;
    for (const CellGlance& glance : glances)
      way.log_likelihood += kGlanceWeight * sigmoid(-glance.blank) *
                            std::max(kLeastGlance, glance.ways[static_cast<size_t>(turns)]);
  }
  std::sort(ways.begin(), ways.end(), [](const GlancedWay& a, const GlancedWay& b) {
    return a.log_likelihood > b.log_likelihood;
  });
  return ways;
}

// The cells that tell one way up from another best by the glances, and of each symbol one before
// the second of any: turned, a symbol may look like another.
std::vector<size_t> telling_cells(const std::vector<CellGlance>& glances,
                                  const std::vector<CellScores>& scores, int way, int other) {
  std::vector<std::pair<double, size_t>> by_odds;
  for (size_t i = 0; i < glances.size(); ++i)
    by_odds.emplace_back(sigmoid(-glances[i].blank) * (glances[i].ways[static_cast<size_t>(other)] -
                                                       glances[i].ways[static_cast<size_t>(way)]),
                         i);
  std::sort(by_odds.begin(), by_odds.end());
  std::vector<size_t> met(DigitNetwork::labels().size(), 0);
  std::vector<std::pair<size_t, size_t>> order;  // how many of its symbol come before, the cell
  for (const auto& [odds, i] : by_odds) {
    const auto& symbols = scores[i].symbols;
    const auto label = std::max_element(symbols.begin(), symbols.end()) - symbols.begin();
    order.emplace_back(met[static_cast<size_t>(label)]++, i);
  }
  std::stable_sort(order.begin(), order.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  std::vector<size_t> cells;
  for (const auto& [before, i] : order) cells.push_back(i);
  return cells;
}

double cost_of(const std::vector<CellScores>& scores, int n) {
  return -choose_alphabet(scores, n, kLeastLog).log_likelihood;
}

// The way up that the glances agree on, read in full, and whether the network confirms it.
struct Proposal {
  OrientationTrial trial;
  bool confirmed = false;
};

std::optional<Proposal> propose(DigitNetwork& network, const InkSheet& sheet,
                                const std::vector<int>& inked,
                                const std::vector<CellGlance>& glances) {
  if (glances.empty()) return std::nullopt;
  const auto ways = ways_at_a_glance(glances);
  const int way = ways[0].quarter_turns;
  const int other = ways[1].quarter_turns;
  const double lead = ways[0].log_likelihood - ways[1].log_likelihood;
  if (lead < kGlanceLead) return std::nullopt;

  Proposal proposal{{way, 0, inked, network.classify(sheet, inked, way)}};
  const std::vector<CellScores>& scores = proposal.trial.scores;
  proposal.trial.cost = cost_of(scores, sheet.n);
  proposal.confirmed = lead >= kClearGlanceLead &&
                       proposal.trial.cost <= kEasyCost * static_cast<double>(scores.size());
  if (proposal.trial.cost > kMostCost * static_cast<double>(scores.size())) return proposal;
  const std::vector<size_t> order = telling_cells(glances, scores, way, other);
  std::vector<CellScores> in_favour;
  std::vector<CellScores> against;
  for (size_t round = 0; round < kConfirmingCells.size() && !proposal.confirmed; ++round) {
    std::vector<int> cells;
    for (size_t i = against.size(); i < std::min(kConfirmingCells[round], order.size()); ++i) {
      cells.push_back(inked[order[i]]);
      in_favour.push_back(scores[order[i]]);
    }
    std::vector<CellScores> turned = network.classify(sheet, cells, other);
    std::move(turned.begin(), turned.end(), std::back_inserter(against));
    proposal.confirmed = cost_of(against, sheet.n) - cost_of(in_favour, sheet.n) >= kConfirmed;
  }
  return proposal;
}

}  // namespace

std::vector<int> sheet_cells_of_upright(int n, int quarter_turns) {
  std::vector<int> cells;
  cells.reserve(static_cast<size_t>(n * n));
  const int last = n - 1;
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) switch ((quarter_turns % 4 + 4) % 4) {
        case 0:
          cells.push_back(r * n + c);
          break;
        case 1:
          cells.push_back(c * n + (last - r));
          break;
        case 2:
          cells.push_back((last - r) * n + (last - c));
          break;
        default:
          cells.push_back((last - c) * n + r);
          break;
      }
  return cells;
}

std::vector<OrientationTrial> likely_orientations(DigitNetwork& network, const InkSheet& sheet,
                                                  const std::vector<int>& inked,
                                                  const std::vector<CellGlance>& glances) {
  auto proposal = propose(network, sheet, inked, glances);
  if (proposal && proposal->confirmed) return {std::move(proposal->trial)};
  std::map<int, CellScores> known;  // of the way proposed
  if (proposal)
    for (size_t i = 0; i < inked.size(); ++i)
      known[inked[i]] = std::move(proposal->trial.scores[i]);

  std::vector<std::pair<double, int>> by_ink;
  for (const int cell : inked) by_ink.emplace_back(-middle_ink(sheet, cell), cell);
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
        for (const int cell : cells) scores.push_back(known.at(cell));
      else
        scores = network.classify(sheet, cells, trial.quarter_turns);
      std::move(scores.begin(), scores.end(), std::back_inserter(trial.scores));
      trial.cells.insert(trial.cells.end(), cells.begin(), cells.end());
      // A turned symbol often looks like one of another alphabet: one alphabet must fit all.
      trial.cost = cost_of(trial.scores, sheet.n);
    }
    std::stable_sort(
        trials.begin(), trials.end(),
        [](const OrientationTrial& a, const OrientationTrial& b) { return a.cost < b.cost; });
    while (trials.back().cost - trials.front().cost >= kLead) trials.pop_back();
    if (trials.size() == 1) break;
  }
  // All that was read of the way proposed is of use to whoever reads on.
  for (OrientationTrial& trial : trials)
    if (proposal && proposal->trial.quarter_turns == trial.quarter_turns) {
      trial.cells = inked;
      trial.scores.clear();
      for (const int cell : inked) trial.scores.push_back(known.at(cell));
    }
  return trials;
}

}  // namespace gridlens
