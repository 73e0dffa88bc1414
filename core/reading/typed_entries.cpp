#include "core/reading/typed_entries.h"

#include <algorithm>
#include <cmath>

#include "core/reading/rare_grounds.h"

namespace gridlens {

namespace {

struct Cue {
  InkTraits::Trait trait;
  double least_gap;  // in the trait's unit, between the two parts
};
constexpr Cue kCues[] = {{InkTraits::red, 0.15},       {InkTraits::blue, 0.15},
                         {InkTraits::strength, 0.3},   {InkTraits::ground, 0.05},
                         {InkTraits::ground_red, 0.1}, {InkTraits::ground_blue, 0.1}};
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
constexpr double kLeastAgreeing = 0.6;  // of the entries, with the solution
// A colour further off than this is not told from one so far off: near black the logs run away.
constexpr double kMostColour = 1;
constexpr double kOneGround = 0.1;  // logs: the parts' means differ by less
// On a ground of its own a symbol goes with the part whose ink's own colour is so much nearer.
constexpr double kClearlyNearer = 0.4;
constexpr double kOtherColour = 0.15;  // logs, between the parts' own colours

using Cells = std::vector<bool>;

bool is_of_ground(InkTraits::Trait trait) {
  return trait == InkTraits::ground || trait == InkTraits::ground_red ||
         trait == InkTraits::ground_blue;
}

double value_of(const InkTraits& traits, InkTraits::Trait trait) {
  const double value = traits.values[trait];
  return trait == InkTraits::red || trait == InkTraits::blue
             ? std::clamp(value, -kMostColour, kMostColour)
             : value;
}

// A place to split the symbols at.
struct Split {
  InkTraits::Trait trait = InkTraits::strength;
  double threshold = 0;
  double width = 0;      // of the gap, against the least that counts
  double least_gap = 0;  // that counts
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

// The widest gaps between the symbols' values, widest first. Those on a ground of their own (the
// cell that the player has chosen) are left out.
std::vector<Split> clear_splits(const Grid& all, const std::vector<InkTraits>& traits,
                                const Cells& rare) {
  std::vector<Split> splits;
  for (const Cue& cue : kCues) {
    std::vector<double> values;
    for (size_t i = 0; i < traits.size(); ++i)
      if (all.values()[i] != 0 && traits[i].known[cue.trait] && !rare[i])
        values.push_back(value_of(traits[i], cue.trait));
    if (2 * static_cast<int>(values.size()) < all.count_filled()) continue;
    std::sort(values.begin(), values.end());
    const auto least_part =
        std::max(kLeastPart, static_cast<size_t>(kLeastShare * static_cast<double>(values.size())));
    for (size_t i = kLeastClearPart; i + kLeastClearPart <= values.size(); ++i) {
      const bool small = std::min(i, values.size() - i) < least_part;
      const double spread = std::max(deviation(values, 0, i), deviation(values, i, values.size()));
      const double gap = values[i] - values[i - 1];
      if (gap >= std::max(cue.least_gap, (small ? kVeryClear : kClear) * spread))
        splits.push_back(
            {cue.trait, (values[i] + values[i - 1]) / 2, gap / cue.least_gap, cue.least_gap});
    }
  }
  std::sort(splits.begin(), splits.end(),
            [](const Split& a, const Split& b) { return a.width > b.width; });
  if (splits.size() > kMostSplits) splits.resize(kMostSplits);
  return splits;
}

// The symbols by the side of the split they lie on.
struct Parts {
  Cells low, high;
  Cells apart;  // cannot be told
};

Parts parts_of(const Grid& all, const std::vector<InkTraits>& traits, const Cells& rare,
               const Split& split) {
  const size_t count = traits.size();
  Parts parts{Cells(count), Cells(count), Cells(count)};
  for (size_t i = 0; i < count; ++i) {
    if (all.values()[i] == 0 || rare[i]) continue;
    if (!traits[i].known[split.trait])
      parts.apart[i] = true;
    else
      (value_of(traits[i], split.trait) > split.threshold ? parts.high : parts.low)[i] = true;
  }
  // A symbol on a ground of its own goes with the part of its ink's own colour; where the parts do
  // not differ in that, with the part among whose values its value lies.
  const InkTraits low = mean_traits(traits, parts.low);
  const InkTraits high = mean_traits(traits, parts.high);
  const bool own_colours = own_colour_distance(low, high) > kOtherColour;
  const Parts sure = parts;
  for (size_t i = 0; i < count; ++i) {
    if (all.values()[i] == 0 || !rare[i]) continue;
    double off_low = own_colour_distance(traits[i], low);
    double off_high = own_colour_distance(traits[i], high);
    if (!own_colours || !traits[i].known[InkTraits::own_light]) {
      off_low = off_high = 1e9;
      for (size_t j = 0; j < count; ++j) {
        if (!sure.low[j] && !sure.high[j]) continue;
        double& off = sure.low[j] ? off_low : off_high;
        off = std::min(
            off, std::abs(value_of(traits[i], split.trait) - value_of(traits[j], split.trait)));
      }
      if (!traits[i].known[split.trait] || std::min(off_low, off_high) > split.least_gap)
        off_low = off_high = 1;
    }
    if (off_low < kClearlyNearer * off_high)
      parts.low[i] = true;
    else if (off_high < kClearlyNearer * off_low)
      parts.high[i] = true;
    else
      parts.apart[i] = true;
  }
  return parts;
}

Grid only(const Grid& all, const Cells& cells) {
  Grid part(all.shape());
  for (int cell = 0; cell < all.n() * all.n(); ++cell)
    if (cells[static_cast<size_t>(cell)])
      part.set(cell / all.n(), cell % all.n(), all.values()[static_cast<size_t>(cell)]);
  return part;
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

// Inks of two colours on paper of one.
bool two_colours_on_one_ground(const std::vector<InkTraits>& traits, const Parts& parts,
                               InkTraits::Trait trait) {
  if (trait != InkTraits::red && trait != InkTraits::blue) return false;
  return ground_distance(mean_traits(traits, parts.low), mean_traits(traits, parts.high)) <
         kOneGround;
}

// The blank cells' ground takes part in the split: that is a shadow or a highlighted row, not the
// ground of entries (which are written into blank cells) against that of givens.
bool blanks_are_split(const Grid& all, const std::vector<InkTraits>& traits, const Split& split) {
  int low = 0;
  int high = 0;
  for (size_t i = 0; i < traits.size(); ++i)
    if (all.values()[i] == 0 && traits[i].known[split.trait])
      ++(traits[i].values[split.trait] > split.threshold ? high : low);
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
  const Cells rare = on_rare_ground(traits);
  for (const Split& split : clear_splits(all, traits, rare)) {
    if (is_of_ground(split.trait) && blanks_are_split(all, traits, split)) continue;
    const Parts parts = parts_of(all, traits, rare, split);
    const Grid low = only(all, parts.low);
    const Grid high = only(all, parts.high);
    const Grid apart = only(all, parts.apart);
    if (!within_boxes(low, high) && !two_colours_on_one_ground(traits, parts, split.trait))
      continue;
    std::optional<Grid> of_low = only_solution(low);
    std::optional<Grid> of_high = only_solution(high);
    // Nothing tells whose a symbol on a ground of its own is, unless the givens need it.
    double apart_by_hand = 0.5;
    if (!of_low && !of_high && apart.count_filled() > 0) {
      of_low = only_solution(low.filled_from(apart));
      of_high = only_solution(high.filled_from(apart));
      apart_by_hand = kDoubt;
    }
    if (of_low.has_value() == of_high.has_value()) continue;
    const Cells& entries = of_low ? parts.high : parts.low;
    if (agreeing_share(of_low ? high : low, of_low ? *of_low : *of_high) < kLeastAgreeing) continue;
    std::vector<double> by_hand;
    for (size_t i = 0; i < entries.size(); ++i)
      by_hand.push_back(parts.apart[i] ? apart_by_hand : entries[i] ? 1 - kDoubt : kDoubt);
    return by_hand;
  }
  return std::nullopt;
}

}  // namespace gridlens
