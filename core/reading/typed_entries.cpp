#include "core/reading/typed_entries.h"

#include <algorithm>
#include <cmath>

namespace gridlens {

namespace {

struct Cue {
  InkTraits::Trait trait;
  double least_gap;  // in the trait's unit, between the two parts
};
constexpr Cue kCues[] = {{InkTraits::red, 0.15},
                         {InkTraits::blue, 0.15},
                         {InkTraits::strength, 0.3},
                         {InkTraits::ground, 0.05}};
// Uneven light and JPEG set single cells apart, too, and a few clues of many are often not needed
// for the only solution: the parts must be close together, well apart, and not small.
constexpr double kClear = 3;  // the gap against the larger part's standard deviation
constexpr size_t kLeastPart = 3;
constexpr double kVeryClear = 10;  // on a screenshot, where two entries are enough
constexpr size_t kLeastClearPart = 2;
constexpr double kLeastShare = 0.15;  // of all symbols
constexpr double kMostBlanksApart = 0.1;
constexpr size_t kMostSplits = 5;
constexpr double kDoubt = 1e-3;
constexpr double kOtherGround = 0.3;    // of the log brightness, from the median
constexpr double kLeastAgreeing = 0.6;  // of the entries, with the solution

// A place to split the symbols at.
struct Split {
  InkTraits::Trait trait = InkTraits::strength;
  double threshold = 0;
  double width = 0;       // of the gap, against the least that counts
  std::vector<bool> odd;  // symbols that cannot be compared
};

double deviation(const std::vector<double>& values, size_t from, size_t to) {
  double sum = 0;
  double squares = 0;
  for (size_t i = from; i < to; ++i) {
    sum += values[i];
    squares += values[i] * values[i];
  }
  const auto count = static_cast<double>(to - from);
  return std::sqrt(std::max(0.0, squares / count - sum * sum / count / count));
}

// The symbols whose ink cannot be compared with the others': on another ground (the cell that the
// player has chosen), and like no other symbol in the trait that tells the parts apart.
std::vector<bool> incomparable(const Grid& all, const std::vector<InkTraits>& traits,
                               InkTraits::Trait trait, double least_gap) {
  std::vector<float> grounds;
  for (size_t i = 0; i < traits.size(); ++i)
    if (all.values()[i] != 0 && traits[i].known[InkTraits::ground])
      grounds.push_back(traits[i].values[InkTraits::ground]);
  std::vector<bool> odd(traits.size(), false);
  if (grounds.empty()) return odd;
  const auto middle = grounds.begin() + static_cast<long>(grounds.size() / 2);
  std::nth_element(grounds.begin(), middle, grounds.end());
  for (size_t i = 0; i < traits.size(); ++i) {
    const auto& values = traits[i].values;
    if (all.values()[i] == 0 || !traits[i].known[trait] || !traits[i].known[InkTraits::ground] ||
        std::abs(values[InkTraits::ground] - *middle) < kOtherGround)
      continue;
    double nearest = 1e9;
    for (size_t j = 0; j < traits.size(); ++j)
      if (j != i && all.values()[j] != 0 && traits[j].known[trait])
        nearest = std::min(nearest,
                           std::abs(static_cast<double>(values[trait]) - traits[j].values[trait]));
    odd[i] = nearest > least_gap;
  }
  return odd;
}

// The widest gaps between the symbols' values, widest first.
std::vector<Split> clear_splits(const Grid& all, const std::vector<InkTraits>& traits) {
  std::vector<Split> splits;
  for (const Cue& cue : kCues) {
    std::vector<double> values;
    const std::vector<bool> odd = incomparable(all, traits, cue.trait, cue.least_gap);
    for (size_t i = 0; i < traits.size(); ++i)
      if (all.values()[i] != 0 && traits[i].known[cue.trait] && !odd[i])
        values.push_back(traits[i].values[cue.trait]);
    if (2 * static_cast<int>(values.size()) < all.count_filled()) continue;
    std::sort(values.begin(), values.end());
    const auto least_part =
        std::max(kLeastPart, static_cast<size_t>(kLeastShare * static_cast<double>(values.size())));
    for (size_t i = kLeastClearPart; i + kLeastClearPart <= values.size(); ++i) {
      const bool small = std::min(i, values.size() - i) < least_part;
      const double spread = std::max(deviation(values, 0, i), deviation(values, i, values.size()));
      if (values[i] - values[i - 1] >=
          std::max(cue.least_gap, (small ? kVeryClear : kClear) * spread))
        splits.push_back({cue.trait, (values[i] + values[i - 1]) / 2,
                          (values[i] - values[i - 1]) / cue.least_gap, odd});
    }
  }
  std::sort(splits.begin(), splits.end(),
            [](const Split& a, const Split& b) { return a.width > b.width; });
  if (splits.size() > kMostSplits) splits.resize(kMostSplits);
  return splits;
}

// Some box holds symbols of both parts. Boxes shaded as a whole say nothing about entries.
bool within_boxes(const Grid& a, const Grid& b) {
  const int n = a.n();
  std::vector<int> parts(static_cast<size_t>(n), 0);
  for (int cell = 0; cell < n * n; ++cell) {
    int& part = parts[static_cast<size_t>(a.shape().box_of(cell / n, cell % n))];
    part |= a.values()[static_cast<size_t>(cell)] != 0 ? 1 : 0;
    part |= b.values()[static_cast<size_t>(cell)] != 0 ? 2 : 0;
  }
  return std::count(parts.begin(), parts.end(), 3) > 0;
}

// The blank cells' ground takes part in the split: that is a shadow or a highlighted row, not the
// ground of entries (which are written into blank cells) against that of givens.
bool blanks_are_split(const Grid& all, const std::vector<InkTraits>& traits, double threshold) {
  int low = 0;
  int high = 0;
  for (size_t i = 0; i < traits.size(); ++i)
    if (all.values()[i] == 0 && traits[i].known[InkTraits::ground])
      ++(traits[i].values[InkTraits::ground] > threshold ? high : low);
  return std::min(low, high) > kMostBlanksApart * (low + high);
}

double agreeing_share(const Grid& entries, const Grid& solution) {
  int agreeing = 0;
  for (size_t i = 0; i < entries.values().size(); ++i)
    agreeing += entries.values()[i] != 0 && entries.values()[i] == solution.values()[i] ? 1 : 0;
  return static_cast<double>(agreeing) / std::max(1, entries.count_filled());
}

}  // namespace

std::optional<std::vector<double>> find_typed_entries(const Grid& all,
                                                      const std::vector<InkTraits>& traits,
                                                      const OnlySolution& only_solution) {
  const int n = all.n();
  for (const Split& split : clear_splits(all, traits)) {
    if (split.trait == InkTraits::ground && blanks_are_split(all, traits, split.threshold))
      continue;
    Grid low(all.shape());
    Grid high(all.shape());
    Grid apart(all.shape());
    for (int cell = 0; cell < n * n; ++cell) {
      const auto& its = traits[static_cast<size_t>(cell)];
      const bool is_high = its.known[split.trait] && its.values[split.trait] > split.threshold;
      Grid& part = split.odd[static_cast<size_t>(cell)] ? apart : is_high ? high : low;
      part.set(cell / n, cell % n, all.at(cell / n, cell % n));
    }
    if (!within_boxes(low, high)) continue;
    std::optional<Grid> of_low = only_solution(low);
    std::optional<Grid> of_high = only_solution(high);
    // Nothing tells whose a symbol on a ground of its own is, unless the givens need it.
    double odd_by_hand = 0.5;
    if (!of_low && !of_high && apart.count_filled() > 0) {
      of_low = only_solution(low.filled_from(apart));
      of_high = only_solution(high.filled_from(apart));
      odd_by_hand = kDoubt;
    }
    if (of_low.has_value() == of_high.has_value()) continue;
    const Grid& entries = of_low ? high : low;
    if (agreeing_share(entries, of_low ? *of_low : *of_high) < kLeastAgreeing) continue;
    std::vector<double> by_hand;
    for (size_t i = 0; i < split.odd.size(); ++i)
      by_hand.push_back(split.odd[i]               ? odd_by_hand
                        : entries.values()[i] != 0 ? 1 - kDoubt
                                                   : kDoubt);
    return by_hand;
  }
  return std::nullopt;
}

}  // namespace gridlens
