#include "core/reading/sudoku_odds.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gridlens {

namespace {

// Of a symbol that is wrong where it stands: a player's more often, printed ones far more rarely.
constexpr double kMistaken = 0.02;
// Before any symbol is seen: square lattices full of symbols of a Sudoku's alphabet are rather
// Sudokus.
constexpr double kBefore = 2;

// Pairs of cells that share a unit, each once.
std::vector<std::pair<int, int>> pairs_of(const Rules& rules) {
  std::vector<std::pair<int, int>> pairs;
  for (const Unit& unit : rules.units)
    for (size_t a = 0; a < unit.cells.size(); ++a)
      for (size_t b = 0; b < a; ++b) pairs.push_back(std::minmax(unit.cells[a], unit.cells[b]));
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

}  // namespace

SudokuOdds sudoku_odds(const Rules& rules, const Grid& symbols, const std::vector<bool>& clear) {
  const auto value = [&](int cell) { return symbols.values()[static_cast<size_t>(cell)]; };
  std::vector<std::pair<int, int>> pairs = pairs_of(rules);
  std::erase_if(pairs, [&](const auto& pair) {
    return value(pair.first) == 0 || value(pair.second) == 0 ||
           !clear[static_cast<size_t>(pair.first)] || !clear[static_cast<size_t>(pair.second)];
  });
  SudokuOdds odds;
  while (true) {
    std::vector<int> clashes(symbols.values().size());
    for (const auto& [a, b] : pairs)
      if (value(a) == value(b))
        ++clashes[static_cast<size_t>(a)], ++clashes[static_cast<size_t>(b)];
    const auto worst = std::max_element(clashes.begin(), clashes.end());
    if (worst == clashes.end() || *worst == 0) break;
    const int left_out = static_cast<int>(worst - clashes.begin());
    std::erase_if(pairs, [left_out](const auto& pair) {
      return pair.first == left_out || pair.second == left_out;
    });
    ++odds.mistakes;
  }
  odds.log_odds = kBefore + odds.mistakes * std::log(kMistaken) -
                  static_cast<double>(pairs.size()) * std::log1p(-1.0 / rules.n());
  return odds;
}

}  // namespace gridlens
