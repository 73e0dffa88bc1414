#include "core/puzzle/variants.h"

namespace gridlens {

Rules x_rules(Shape shape) {
  Rules rules = classic_rules(shape);
  const int n = shape.n();
  Unit down{"falling diagonal", {}};
  Unit up{"rising diagonal", {}};
  for (int i = 0; i < n; ++i) {
    down.cells.push_back(i * n + i);
    up.cells.push_back((n - 1 - i) * n + i);
  }
  rules.units.push_back(std::move(down));
  rules.units.push_back(std::move(up));
  return rules;
}

}  // namespace gridlens
