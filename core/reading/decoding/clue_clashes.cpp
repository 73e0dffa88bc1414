#include "core/reading/decoding/clue_clashes.h"

#include <algorithm>

#include "core/puzzle/cell_map.h"

namespace gridlens {

std::vector<CluePair> disjoint_clashes(const Rules& rules, const Grid& clues) {
  std::vector<CluePair> pairs;
  CellFlags used(clues.shape().cells());
  std::vector<int> holder(static_cast<size_t>(clues.n() + 1));
  for (const Unit& unit : rules.units) {
    std::fill(holder.begin(), holder.end(), -1);
    for (const int cell : unit.cells) {
      const auto value = clues.at(cell);
      if (value == 0 || used[cell]) continue;
      int& other = holder[value];
      if (other >= 0) {
        pairs.emplace_back(other, cell);
        used[cell] = used[other] = true;
        other = -1;
      } else {
        other = cell;
      }
    }
  }
  return pairs;
}

}  // namespace gridlens
