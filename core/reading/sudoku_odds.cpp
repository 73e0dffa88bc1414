#include "core/reading/sudoku_odds.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace gridlens {

namespace {

// Before any symbol is seen: square lattices full of symbols of a Sudoku's alphabet are rather
// Sudokus.
constexpr double kBefore = 2;

using Pair = std::pair<int, int>;

// Pairs of cells that share a unit, each once.
std::vector<Pair> pairs_of(const Rules& rules) {
  std::vector<Pair> pairs;
  for (const Unit& unit : rules.units)
    for (size_t a = 0; a < unit.cells.size(); ++a)
      for (size_t b = 0; b < a; ++b) pairs.push_back(std::minmax(unit.cells[a], unit.cells[b]));
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

// Leaves symbols out, the one with most clashes first, until none clash; says how many, and takes
// their pairs away.
int leave_out_mistakes(const Grid& symbols, std::vector<Pair>& pairs) {
  for (int mistakes = 0;; ++mistakes) {
    CellMap<int> clashes(symbols.shape().cells());
    for (const auto& [a, b] : pairs)
      if (symbols.at(a) == symbols.at(b)) ++clashes[a], ++clashes[b];
    const auto worst = std::max_element(clashes.begin(), clashes.end());
    if (worst == clashes.end() || *worst == 0) return mistakes;
    const int left_out = static_cast<int>(worst - clashes.begin());
    std::erase_if(pairs, [left_out](const Pair& pair) {
      return pair.first == left_out || pair.second == left_out;
    });
  }
}

}  // namespace

SudokuOdds sudoku_odds(const Rules& rules, const Grid& symbols, const CellFlags& clear) {
  const int n = rules.n();
  std::vector<Pair> pairs = pairs_of(rules);
  const auto counts = [&](int cell) { return symbols.at(cell) != 0 && clear[cell]; };
  std::erase_if(pairs,
                [&](const Pair& pair) { return !counts(pair.first) || !counts(pair.second); });
  const auto in_box_alone = [n](const Pair& pair) {
    return pair.first / n != pair.second / n && pair.first % n != pair.second % n;
  };
  std::vector<Pair> in_lines = pairs;
  std::erase_if(in_lines, in_box_alone);
  SudokuOdds odds;
  odds.mistakes = leave_out_mistakes(symbols, pairs);
  odds.box_mistakes = std::max(0, odds.mistakes - leave_out_mistakes(symbols, in_lines));
  odds.log_odds = kBefore + odds.mistakes * kLogMistaken -
                  static_cast<double>(pairs.size()) * std::log1p(-1.0 / n);
  const auto in_boxes = std::count_if(pairs.begin(), pairs.end(), in_box_alone);
  odds.log_odds_latin = kBefore + odds.box_mistakes * kLogMistaken -
                        static_cast<double>(in_boxes) * std::log1p(-1.0 / (n - 1));
  return odds;
}

}  // namespace gridlens
