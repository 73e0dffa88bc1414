#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

namespace gridlens {

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

// The middle value (of an even number the upper of the two); 0 where there is none.
template <class T>
T median(std::vector<T> values) {
  if (values.empty()) return T{};
  return nth_smallest(values, values.size() / 2);
}

}  // namespace gridlens
