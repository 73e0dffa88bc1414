#pragma once

#include <string>
#include <vector>

namespace gridlens {

// The size of a puzzle: boxes of box_rows x box_cols cells (R rows tall, C columns wide); N = R * C
// cells a side.
struct Shape {
  int box_rows = 3;
  int box_cols = 3;

  static constexpr int kMaxN = 36;

  [[nodiscard]] constexpr int n() const { return box_rows * box_cols; }
  [[nodiscard]] constexpr int cells() const { return n() * n(); }
  [[nodiscard]] constexpr int box_of(int row, int col) const {
    return row / box_rows * box_rows + col / box_cols;
  }
  [[nodiscard]] std::string to_string() const;  // "3x3"

  friend bool operator==(const Shape&, const Shape&) = default;
};

// The squarest shape with R <= C for a board of n cells a side: 6 -> 2x3, 9 -> 3x3, 7 -> 1x7.
Shape squarest_shape(int n);

// Every shape with R * C == n and R, C >= 2, squarest first (R < C before its transpose). Empty for
// primes.
std::vector<Shape> possible_shapes(int n);

}  // namespace gridlens
