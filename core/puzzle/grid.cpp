#include "core/puzzle/grid.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace gridlens {

Grid::Grid(Shape shape, std::vector<std::uint8_t> values)
    : shape_(shape), values_(std::move(values)) {
  if (values_.size() != static_cast<size_t>(shape.cells()))
    throw std::invalid_argument("grid: " + std::to_string(values_.size()) + " values for a " +
                                std::to_string(shape.n()) + "x" + std::to_string(shape.n()) +
                                " board");
  if (std::any_of(values_.begin(), values_.end(), [&](int v) { return v > shape.n(); }))
    throw std::invalid_argument("grid: a value is larger than " + std::to_string(shape.n()));
}

int Grid::count_filled() const {
  return static_cast<int>(
      std::count_if(values_.begin(), values_.end(), [](int v) { return v != 0; }));
}

Grid Grid::filled_from(const Grid& other) const {
  Grid filled = *this;
  for (size_t i = 0; i < filled.values_.size(); ++i)
    if (filled.values_[i] == 0) filled.values_[i] = other.values_[i];
  return filled;
}

bool Grid::is_within(const Grid& other) const {
  for (size_t i = 0; i < values_.size(); ++i)
    if (values_[i] != 0 && values_[i] != other.values_[i]) return false;
  return true;
}

}  // namespace gridlens
