#include "core/reading/orientation.h"

#include <algorithm>
#include <array>

namespace gridlens {

namespace {

constexpr std::array<size_t, 3> kTrialCells{6, 12, 24};  // until the lead is large enough
// Log-likelihood over the trial cells by which an orientation must lead to rule another one out.
constexpr double kLead = 9;
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

std::vector<int> likely_orientations(DigitNetwork& network, const InkSheet& sheet,
                                     const std::vector<int>& inked) {
  std::vector<std::pair<double, int>> by_ink;
  for (const int cell : inked) by_ink.emplace_back(-middle_ink(sheet, cell), cell);
  std::sort(by_ink.begin(), by_ink.end());

  std::array<std::pair<double, int>, 4> scored;  // (cost, quarter turns)
  for (int turns = 0; turns < 4; ++turns) scored[static_cast<size_t>(turns)] = {0.0, turns};
  size_t asked = 0;
  for (const size_t ask : kTrialCells) {
    std::vector<int> trial;
    for (; asked < std::min(ask, by_ink.size()); ++asked) trial.push_back(by_ink[asked].second);
    for (auto& [cost, turns] : scored)
      for (const CellScores& cell : network.classify(sheet, trial, turns)) {
        const float top = *std::max_element(cell.symbols.begin(), cell.symbols.end());
        cost -= std::max(kLeastLog, static_cast<double>(top));
      }
    std::sort(scored.begin(), scored.end());
    if (scored[1].first - scored[0].first >= kLead) break;
  }
  std::vector<int> likely;
  for (const auto& [cost, turns] : scored)
    if (cost - scored[0].first < kLead) likely.push_back(turns);
  return likely;
}

}  // namespace gridlens
