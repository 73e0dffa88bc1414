#include "core/solver/cover/cover_model.h"

#include <stdexcept>

namespace gridlens {

CoverModel::CoverModel(const Rules& rules)
    : n(rules.n()), cells(rules.shape.cells()), units(static_cast<int>(rules.units.size())) {
  if (n < 2 || n > Shape::kMaxN)
    throw std::invalid_argument("rules: a board of " + std::to_string(n) + " cells a side");
  std::vector<std::vector<Place>> of_cell(static_cast<size_t>(cells));
  cell_at.reserve(rules.units.size() * static_cast<size_t>(n));
  for (size_t u = 0; u < rules.units.size(); ++u) {
    const Unit& unit = rules.units[u];
    if (unit.cells.size() != static_cast<size_t>(n))
      throw std::invalid_argument("rules: " + unit.name + " has " +
                                  std::to_string(unit.cells.size()) + " cells instead of " +
                                  std::to_string(n));
    for (size_t p = 0; p < unit.cells.size(); ++p) {
      const int cell = unit.cells[p];
      if (cell < 0 || cell >= cells)
        throw std::invalid_argument("rules: " + unit.name + " names a cell outside of the board");
      auto& seats = of_cell[static_cast<size_t>(cell)];
      if (!seats.empty() && seats.back().unit == u)
        throw std::invalid_argument("rules: " + unit.name + " names a cell twice");
      seats.push_back({static_cast<std::uint16_t>(u), static_cast<std::uint8_t>(p)});
      cell_at.push_back(static_cast<std::uint16_t>(cell));
    }
  }
  place_begin.push_back(0);
  for (const auto& seats : of_cell) {
    places.insert(places.end(), seats.begin(), seats.end());
    place_begin.push_back(static_cast<std::uint32_t>(places.size()));
  }
}

}  // namespace gridlens
