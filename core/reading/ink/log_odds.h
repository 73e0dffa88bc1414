#pragma once

#include <algorithm>
#include <cmath>

namespace gridlens {

inline constexpr double kLogHalf = -0.693;

// The probability whose log-odds are `x`.
inline double sigmoid(double x) {
  return 1 / (1 + std::exp(-x));
}

// The log-odds of a probability.
inline double logit(double p) {
  return std::log(p / (1 - p));
}

// How far a value has come on the way from `none` to `all`, whichever is more: 0 to 1.
inline double share_between(double value, double none, double all) {
  return std::clamp((value - none) / (all - none), 0.0, 1.0);
}

// log(exp(a) + exp(b))
inline double log_add(double a, double b) {
  const double top = std::max(a, b);
  return top + std::log(std::exp(a - top) + std::exp(b - top));
}

}  // namespace gridlens
