#include "core/puzzle/rules.h"

#include <algorithm>

namespace gridlens {

namespace {

// Adds N units; unit_of tells which of them a cell is in.
template <typename UnitOf>
void add_units(Rules& rules, const char* kind, UnitOf unit_of) {
  const int n = rules.n();
  const size_t first = rules.units.size();
  for (int u = 0; u < n; ++u) rules.units.push_back({kind + std::to_string(u + 1), {}});
  for (int row = 0; row < n; ++row)
    for (int col = 0; col < n; ++col)
      rules.units[first + static_cast<size_t>(unit_of(row, col))].cells.push_back(row * n + col);
}

}  // namespace

Rules rows_and_columns(Shape shape) {
  Rules rules{shape, {}};
  add_units(rules, "row ", [](int row, int) { return row; });
  add_units(rules, "column ", [](int, int col) { return col; });
  return rules;
}

Rules classic_rules(Shape shape) {
  Rules rules = rows_and_columns(shape);
  add_units(rules, "box ", [&](int row, int col) { return shape.box_of(row, col); });
  return rules;
}

std::optional<Clash> find_clash(const Rules& rules, const Grid& grid) {
  std::vector<int> seen_at;
  for (const Unit& unit : rules.units) {
    seen_at.assign(static_cast<size_t>(rules.n()) + 1, -1);
    for (const int cell : unit.cells) {
      const int value = grid.at(cell);
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
