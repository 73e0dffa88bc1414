#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <utility>
#include <vector>

namespace gridlens {

// std::lgamma without its write to a global variable: for several threads.
inline double log_gamma(double x) {
  int sign = 0;
  return ::lgamma_r(x, &sign);
}

// Log-probability of so many right and so many wrong, in their order, if any share of right ones is
// as likely as any other (Laplace's rule of succession).
inline double log_any_share(double right, double wrong) {
  return log_gamma(right + 1) + log_gamma(wrong + 1) - log_gamma(right + wrong + 2);
}

// The value of that rank, the smallest has rank 0. Changes the order of `values`, which must have
// more values than `rank`.
template <class Values>
auto nth_smallest(Values& values, std::size_t rank) {
  const auto at = values.begin() + static_cast<std::ptrdiff_t>(rank);
  std::nth_element(values.begin(), at, values.end());
  return *at;
}

// The value that so great a share of the others is not above, without interpolation; 0 where there
// is none.
template <class T>
T quantile(std::vector<T> values, double share) {
  if (values.empty()) return T{};
  return nth_smallest(values,
                      static_cast<std::size_t>(share * static_cast<double>(values.size() - 1)));
}

// How many pixels have each grey level.
using LevelCounts = std::array<int, 256>;

// The lowest level that so many of the counted pixels are not above.
inline int level_reached_by(double pixels, const LevelCounts& counts) {
  std::size_t level = 0;
  for (double below = counts[0]; below < pixels && level < 255;) below += counts[++level];
  return static_cast<int>(level);
}

// Where sorted values split into two parts with most variance between them (Otsu, "A threshold
// selection method from gray-level histograms", 1979): the size of the lower part. Each part has
// `fewest` values at least; 0 where they do not differ.
inline std::size_t otsu_split(const std::vector<double>& sorted, std::size_t fewest = 1) {
  double total = 0;
  for (const double value : sorted) total += value;
  double below = 0, most = 0;
  std::size_t split = 0;
  for (std::size_t i = 1; i + fewest <= sorted.size(); ++i) {
    below += sorted[i - 1];
    const auto lower = static_cast<double>(i), upper = static_cast<double>(sorted.size() - i);
    const double apart = (total - below) / upper - below / lower;
    const double between = lower * upper * apart * apart;
    if (i >= fewest && between > most) most = between, split = i;
  }
  return split;
}

// Tukey's biweight, 0..1, of a residual in units of that from which on it counts for nothing.
inline double tukey_weight(double t) {
  return std::abs(t) >= 1 ? 0 : (1 - t * t) * (1 - t * t);
}

// The middle value (of an even number the upper of the two); 0 where there is none.
template <class T>
T median(std::vector<T> values) {
  if (values.empty()) return T{};
  return nth_smallest(values, values.size() / 2);
}

// The standard deviation about `middle` of values of which most scatter normally, whatever the
// others do: 1.48 times the median absolute deviation. 0 where there is none.
inline double robust_spread(std::vector<double> values, double middle = 0) {
  for (double& value : values) value = std::abs(value - middle);
  return 1.48 * median(std::move(values));
}

}  // namespace gridlens
