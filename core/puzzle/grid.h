#pragma once

#include <cstdint>
#include <vector>

#include "core/puzzle/shape.h"

namespace gridlens {

// Values of an N x N board, row-major. 1..N, 0 is empty. What a value is printed as is an
// Alphabet's business.
class Grid {
 public:
  Grid() = default;
  explicit Grid(Shape shape) : shape_(shape), values_(static_cast<size_t>(shape.cells()), 0) {}
  Grid(Shape shape, std::vector<std::uint8_t>
                        values);  // throws std::invalid_argument on a size or value out of range

  [[nodiscard]] Shape shape() const { return shape_; }
  [[nodiscard]] int n() const { return shape_.n(); }
  [[nodiscard]] std::uint8_t at(int row, int col) const { return at(row * n() + col); }
  [[nodiscard]] std::uint8_t at(int cell) const { return values_[static_cast<size_t>(cell)]; }
  void set(int row, int col, int value) { set(row * n() + col, value); }
  void set(int cell, int value) {
    values_[static_cast<size_t>(cell)] = static_cast<std::uint8_t>(value);
  }
  [[nodiscard]] const std::vector<std::uint8_t>& values() const { return values_; }
  [[nodiscard]] int count_filled() const;
  // This grid, its empty cells filled from `other` (of the same shape).
  [[nodiscard]] Grid filled_from(const Grid& other) const;

  // Every value of this grid stands in `other` (of the same shape) as well.
  [[nodiscard]] bool is_within(const Grid& other) const;

  friend bool operator==(const Grid&, const Grid&) = default;

 private:
  Shape shape_{};
  std::vector<std::uint8_t> values_ = std::vector<std::uint8_t>(81, 0);
};

}  // namespace gridlens
