#include "core/reading/look_alikes.h"

#include <algorithm>
#include <cmath>

namespace gridlens {

namespace {

constexpr double kOpen = 8;           // log-odds up to which two symbols are in question
constexpr double kMostOdds = 12;      // log-odds count up to this
constexpr double kFewest = 3;         // other cells in either group
constexpr double kLeastVariance = 1;  // of a group's log-odds, worth
constexpr double kLeastWeight = 3;    // so many cells
constexpr double kFreedom = 4;        // of the Student t of a group
constexpr double kMostGain = 4;
constexpr double kLeastLog = -30;

// The log-odds of the cells of one symbol against another.
struct Group {
  double count = 0;
  double sum = 0;
  double squares = 0;

  void add(double x) {
    ++count;
    sum += x;
    squares += x * x;
  }
  [[nodiscard]] double log_density(double x) const {
    const double mean = sum / count;
    const double variance =
        (std::max(0.0, squares - count * mean * mean) + kLeastWeight * kLeastVariance) /
        (count + kLeastWeight - 1);
    return -(kFreedom + 1) / 2 * std::log1p((x - mean) * (x - mean) / variance / kFreedom) -
           0.5 * std::log(variance);
  }
};

class LookAlikes {
 public:
  explicit LookAlikes(const CellChoices& choices) : choices_(choices) {
    for (int cell = 0; cell < choices.n * choices.n; ++cell) {
      int top = 0;
      for (int v = 1; v <= choices.n; ++v)
        if (choices.value(cell, v) > choices.value(cell, top)) top = v;
      tops_.push_back(top);
    }
  }

  [[nodiscard]] int top(int cell) const { return tops_[static_cast<size_t>(cell)]; }

  // By how much a cell looks more like the others of its likeliest symbol than like those of
  // `other`, as log-odds.
  [[nodiscard]] double gain(int cell, int other) const {
    const int first = top(cell);
    Group like;
    Group unlike;
    for (int at = 0; at < static_cast<int>(tops_.size()); ++at) {
      if (at == cell) continue;
      if (top(at) == first) like.add(odds(at, first, other));
      if (top(at) == other) unlike.add(odds(at, first, other));
    }
    if (like.count < kFewest || unlike.count < kFewest) return 0;
    const double x = odds(cell, first, other);
    return std::clamp(like.log_density(x) - unlike.log_density(x), -kMostGain, kMostGain);
  }

 private:
  [[nodiscard]] double odds(int cell, int first, int other) const {
    return std::clamp(choices_.value(cell, first) - choices_.value(cell, other), -kMostOdds,
                      kMostOdds);
  }

  const CellChoices& choices_;
  std::vector<int> tops_;  // the likeliest value of every cell
};

}  // namespace

void settle_look_alikes(CellChoices& choices) {
  const CellChoices before = choices;
  const LookAlikes look_alikes(before);
  const auto width = static_cast<size_t>(choices.n + 1);
  for (int cell = 0; cell < choices.n * choices.n; ++cell) {
    const int top = look_alikes.top(cell);
    if (top == 0) continue;
    double* values = &choices.values[static_cast<size_t>(cell) * width];
    double old_filled = 0;
    double filled = 0;
    for (int v = 1; v <= choices.n; ++v) {
      if (v != top && before.value(cell, top) - before.value(cell, v) < kOpen)
        values[v] -= look_alikes.gain(cell, v);
      old_filled += std::exp(before.value(cell, v));
      filled += std::exp(values[v]);
    }
    const double shift = std::log(old_filled) - std::log(filled);
    for (int v = 1; v <= choices.n; ++v) values[v] = std::max(kLeastLog, values[v] + shift);
  }
}

}  // namespace gridlens
