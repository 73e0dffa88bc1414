#include "core/puzzle/cell_map.h"

namespace gridlens {

void add(CellFlags& flags, const CellFlags& others) {
  for (int cell = 0; cell < others.size(); ++cell)
    if (others[cell]) flags[cell] = true;
}

CellFlags with_neighbours(const CellFlags& flags, int n) {
  CellFlags all(flags.size());
  for (int cell = 0; cell < flags.size(); ++cell) {
    if (!flags[cell]) continue;
    for (int row = std::max(0, cell / n - 1); row <= std::min(n - 1, cell / n + 1); ++row)
      for (int col = std::max(0, cell % n - 1); col <= std::min(n - 1, cell % n + 1); ++col)
        all[row * n + col] = true;
  }
  return all;
}

}  // namespace gridlens
