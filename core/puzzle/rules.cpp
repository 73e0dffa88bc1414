#include "core/puzzle/rules.h"

#include <algorithm>

namespace gridlens {

Rules classic_rules(Shape shape) {
  const int n = shape.n();
  Rules rules{shape, {}};
  const auto add = [&](const char* kind, auto unit_of) {
    const size_t first = rules.units.size();
    for (int u = 0; u < n; ++u) rules.units.push_back({kind + std::to_string(u + 1), {}});
    for (int row = 0; row < n; ++row)
      for (int col = 0; col < n; ++col)
        rules.units[first + static_cast<size_t>(unit_of(row, col))].cells.push_back(row * n + col);
  };
  add("row ", [](int row, int) { return row; });
  add("column ", [](int, int col) { return col; });
  add("box ", [&](int row, int col) { return shape.box_of(row, col); });
  return rules;
}

std::optional<Clash> find_clash(const Rules& rules, const Grid& grid) {
  std::vector<int> seen_at;
  for (const Unit& unit : rules.units) {
    seen_at.assign(static_cast<size_t>(rules.n()) + 1, -1);
    for (const int cell : unit.cells) {
      const int value = grid.values()[static_cast<size_t>(cell)];
      if (value == 0) continue;
      int& previous = seen_at[static_cast<size_t>(value)];
      if (previous >= 0)
        return Clash{std::min(previous, cell), std::max(previous, cell), value, unit.name};
      previous = cell;
    }
  }
  return std::nullopt;
}

bool is_solution(const Rules& rules, const Grid& grid) {
  return grid.count_filled() == rules.shape.cells() && !find_clash(rules, grid);
}

}  // namespace gridlens
