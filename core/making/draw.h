#pragma once

#include <cstdint>
#include <random>
#include <utility>
#include <vector>

namespace gridlens {

// Random draws that are the same with every standard library: its distributions are not.
class Draw {
 public:
  explicit Draw(std::uint64_t seed) : engine_(seed) {}

  // 0..count-1. `count` is above 0 and small beside 2^64, so that the remainder is fair.
  std::size_t below(std::size_t count) { return engine_() % count; }

  template <class T>
  void shuffle(std::vector<T>& items) {
    for (std::size_t i = items.size(); i > 1; --i) std::swap(items[i - 1], items[below(i)]);
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace gridlens
