#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

namespace gridlens::generator {

// The generator's own random numbers: the same seed gives the same page and clip with every
// standard library (std:: distributions differ). SplitMix64, Steele et al. 2014.
class Random {
 public:
  explicit Random(std::uint64_t seed) : state_(seed) {}

  std::uint64_t next();
  double uniform();                         // [0, 1)
  double uniform(double low, double high);  // [low, high)
  int integer(int low, int high);           // low..high, both included
  bool chance(double probability);
  double normal();  // mean 0, variance 1 (sum of 12 uniforms)

  // An independent stream named `tag`; does not move this one.
  [[nodiscard]] Random fork(std::string_view tag) const;
  [[nodiscard]] Random fork(std::uint64_t number) const;

  template <class T>
  const T& pick(const std::vector<T>& items) {
    return items[static_cast<size_t>(integer(0, static_cast<int>(items.size()) - 1))];
  }
  template <class T>
  void shuffle(std::vector<T>& items) {
    for (size_t i = items.size(); i > 1; --i)
      std::swap(items[i - 1], items[static_cast<size_t>(integer(0, static_cast<int>(i) - 1))]);
  }

 private:
  std::uint64_t state_;
};

// A smooth random function of time with unit variance: a few sines of random phase, `low_hz` to
// `high_hz`.
class SmoothNoise {
 public:
  SmoothNoise(Random& random, double low_hz, double high_hz, int terms = 5);
  [[nodiscard]] double at(double time_s) const;

 private:
  struct Term {
    double hz, phase, amplitude;
  };
  std::vector<Term> terms_;
};

}  // namespace gridlens::generator
