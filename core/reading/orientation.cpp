#include "core/reading/orientation.h"

#include <algorithm>
#include <array>
#include <iterator>
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
// By how much the network must confirm it, asked about a few cells, then about more; and how well
// those must be read then.
constexpr std::array<size_t, 3> kConfirmingCells{3, 6, 12};
constexpr double kConfirmed = 4;
constexpr double kMostCost = 2;  // a cell, in the mean

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

// Which of the glanced cells tell one way up from another best.
std::vector<size_t> telling_cells(const std::vector<CellGlance>& glances, int way, int other) {
  std::vector<std::pair<double, size_t>> by_odds;
  for (size_t i = 0; i < glances.size(); ++i)
    by_odds.emplace_back(sigmoid(-glances[i].blank) * (glances[i].ways[static_cast<size_t>(other)] -
                                                       glances[i].ways[static_cast<size_t>(way)]),
                         i);
  std::sort(by_odds.begin(), by_odds.end());
  std::vector<size_t> order;
  for (const auto& [odds, i] : by_odds) order.push_back(i);
  return order;
}

// One way up in full, if the glances agree on it and the network does not contradict.
std::optional<OrientationTrial> told_at_a_glance(DigitNetwork& network, const InkSheet& sheet,
                                                 const std::vector<int>& inked,
                                                 const std::vector<CellGlance>& glances) {
  if (glances.empty()) return std::nullopt;
  const auto ways = ways_at_a_glance(glances);
  if (ways[0].log_likelihood - ways[1].log_likelihood < kGlanceLead) return std::nullopt;
  const std::vector<size_t> order =
      telling_cells(glances, ways[0].quarter_turns, ways[1].quarter_turns);

  OrientationTrial told{ways[0].quarter_turns, 0, inked, {}};
  std::vector<CellScores> in_favour;
  std::vector<CellScores> against;
  for (const size_t ask : kConfirmingCells) {
    std::vector<TurnedCell> cells;  // all of them in one batch with the first of the other way
    if (told.scores.empty())
      for (const int cell : inked) cells.push_back({cell, ways[0].quarter_turns});
    for (size_t i = against.size(); i < std::min(ask, order.size()); ++i)
      cells.push_back({inked[order[i]], ways[1].quarter_turns});
    std::vector<CellScores> scores = network.classify(sheet, cells);
    size_t next = 0;
    if (told.scores.empty())
      while (next < inked.size()) told.scores.push_back(std::move(scores[next++]));
    while (next < scores.size()) {
      in_favour.push_back(told.scores[order[against.size()]]);
      against.push_back(std::move(scores[next++]));
    }
    told.cost = -choose_alphabet(in_favour, sheet.n, kLeastLog).log_likelihood;
    if (told.cost > kMostCost * static_cast<double>(against.size())) return std::nullopt;
    if (-choose_alphabet(against, sheet.n, kLeastLog).log_likelihood - told.cost >= kConfirmed)
      return told;
  }
  return std::nullopt;
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
  if (auto told = told_at_a_glance(network, sheet, inked, glances)) return {std::move(*told)};
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
      std::vector<CellScores> scores = network.classify(sheet, cells, trial.quarter_turns);
      std::move(scores.begin(), scores.end(), std::back_inserter(trial.scores));
      trial.cells.insert(trial.cells.end(), cells.begin(), cells.end());
      // A turned symbol often looks like one of another alphabet: one alphabet must fit all.
      trial.cost = -choose_alphabet(trial.scores, sheet.n, kLeastLog).log_likelihood;
    }
    std::stable_sort(
        trials.begin(), trials.end(),
        [](const OrientationTrial& a, const OrientationTrial& b) { return a.cost < b.cost; });
    while (trials.back().cost - trials.front().cost >= kLead) trials.pop_back();
    if (trials.size() == 1) break;
  }
  return trials;
}

}  // namespace gridlens
