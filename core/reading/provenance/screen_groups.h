#pragma once

#include <utility>
#include <vector>

#include "core/puzzle/grid.h"
#include "core/reading/ink/ink_features.h"

namespace gridlens {

// Pairs of equal symbols in a row, column or box, the lower cell first; once for each unit.
std::vector<std::pair<int, int>> clashes_of(const Grid& all);

// The cells of a screenshot's board by an ink, or by a tile.
struct ScreenGroups {
  bool inks = true;
  CellMap<int> of_cell;         // -1: blank, or of no group that counts
  std::vector<bool> marks;      // by group: whole clashes, or the chosen symbol's cells
  std::vector<bool> of_blanks;  // a good part of the blank cells has it, too
  std::vector<size_t> sizes;    // symbols, the largest group first

  [[nodiscard]] int count() const { return static_cast<int>(sizes.size()); }
  [[nodiscard]] int unmarked() const;
};

// What a screenshot's board shows of inks and tiles.
struct ScreenLook {
  const Grid& all;  // symbols; outlives this
  const CellMap<InkFeatures>& features;
  ScreenGroups inks, tiles;

  ScreenLook(const Grid& all_symbols, const CellMap<InkFeatures>& cell_features);

  [[nodiscard]] int cells() const { return features.size(); }
  [[nodiscard]] bool is_marked(int cell) const;
};

}  // namespace gridlens
