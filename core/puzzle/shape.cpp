#include "core/puzzle/shape.h"

namespace gridlens {

std::string Shape::to_string() const {
  return std::to_string(box_rows) + "x" + std::to_string(box_cols);
}

Shape squarest_shape(int n) {
  int rows = 1;
  for (int r = 1; r * r <= n; ++r)
    if (n % r == 0) rows = r;
  return {rows, n / rows};
}

std::vector<Shape> possible_shapes(int n) {
  std::vector<Shape> shapes;
  for (int r = squarest_shape(n).box_rows; r >= 2; --r) {
    if (n % r != 0) continue;
    shapes.push_back({r, n / r});
    if (r != n / r) shapes.push_back({n / r, r});
  }
  return shapes;
}

}  // namespace gridlens
