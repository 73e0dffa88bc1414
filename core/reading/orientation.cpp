#include "core/reading/orientation.h"

#include <algorithm>
#include <array>

namespace gridlens {

namespace {

constexpr size_t kTrialCells = 12;
// Log-likelihood over the trial cells by which an orientation must lead to rule another one out.
constexpr double kLead = 12;
constexpr double kLeastLog = -6;  // what one cell counts at most

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
  std::vector<int> trial;
  for (size_t i = 0; i < std::min(kTrialCells, by_ink.size()); ++i)
    trial.push_back(by_ink[i].second);

  std::array<std::pair<double, int>, 4> scored;
  for (int turns = 0; turns < 4; ++turns) {
    double sum = 0;
    for (const CellScores& cell : network.classify(sheet, trial, turns)) {
      const float top = *std::max_element(cell.symbols.begin(), cell.symbols.end());
      sum += std::max(kLeastLog, static_cast<double>(top));
    }
    scored[static_cast<size_t>(turns)] = {-sum, turns};
  }
  std::sort(scored.begin(), scored.end());
  std::vector<int> likely;
  for (const auto& [cost, turns] : scored)
    if (cost - scored[0].first < kLead) likely.push_back(turns);
  return likely;
}

}  // namespace gridlens
