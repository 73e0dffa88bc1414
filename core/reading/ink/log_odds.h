#pragma once

#include <algorithm>
#include <cmath>

namespace gridlens {

inline constexpr double kLogHalf = -0.693;

// The probability whose log-odds are `x`.
inline double sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}

// log(exp(a) + exp(b))
inline double log_add(double a, double b) {
  const double top = std::max(a, b);
  return top + std::log(std::exp(a - top) + std::exp(b - top));
}

}  // namespace gridlens
