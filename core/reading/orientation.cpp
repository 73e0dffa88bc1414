#include "core/reading/orientation.h"

#include <algorithm>
#include <array>
#include <iterator>

#include "core/reading/alphabet_choice.h"

namespace gridlens {

namespace {

constexpr std::array<size_t, 5> kTrialCells{3, 6, 12, 20, 30};  // until the lead is large enough
// Log-likelihood over the trial cells by which an orientation must lead to rule another one out.
constexpr double kLead = 8;
constexpr double kLeastLog = -4;  // what one cell counts at most

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
                                                  const TurnPrior& prior) {
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
  return trials;
}

}  // namespace gridlens
