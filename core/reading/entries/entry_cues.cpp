#include "core/reading/entries/entry_cues.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <opencv2/core/matx.hpp>

#include "core/reading/ink/ink_groups.h"
#include "core/reading/ink/lit_grounds.h"
#include "core/reading/ink/rare_grounds.h"

namespace gridlens {

namespace {

struct TraitCue {
  InkTraits::Trait trait;
  double least_gap;  // in the trait's unit, between the two parts
};
constexpr TraitCue kTraitCues[] = {{InkTraits::red, 0.15},       {InkTraits::blue, 0.15},
                                   {InkTraits::strength, 0.3},   {InkTraits::ground, 0.05},
                                   {InkTraits::ground_red, 0.1}, {InkTraits::ground_blue, 0.1}};
constexpr TraitCue kGroundCues[] = {
    {InkTraits::ground, 0.05}, {InkTraits::ground_red, 0.1}, {InkTraits::ground_blue, 0.1}};
constexpr int kSmallBoard = 4;     // where all entries may be equal by chance
constexpr int kMostInks = 3;       // that are each set against all others
constexpr double kInkWidth = 100;  // before all other splits, the commonest ink first
// A colour further off than this is not told from one so far off: near black the logs run away.
constexpr double kMostColour = 1;
constexpr double kInkGap = 0.2;
// Off the blank cells: log of the distance, which is never taken for less than kSameGround.
constexpr double kSameGround = 0.08;
constexpr double kOffBlanksGap = 0.9;
constexpr double kOffLitBlanksGap = 0.6;
// The same in grey levels, beside what the blanks tell: some times what these are off themselves.
constexpr double kNoises = 3;
constexpr double kSameGroundLevels[] = {6, 16};
constexpr size_t kFewestBlanks = 3;
// Uneven light and JPEG set single cells apart, too, and a few clues of many are often not needed
// for the only solution: the parts must be close together, well apart, and not small.
constexpr double kClear = 3;  // the gap against the larger part's standard deviation
constexpr size_t kLeastPart = 3;
constexpr double kVeryClear = 10;  // on a screenshot, where two entries are enough
constexpr size_t kLeastClearPart = 2;
constexpr double kLeastShare = 0.15;  // of all symbols
constexpr size_t kMostSplits = 8;

EntryCue trait_cue(const std::vector<InkTraits>& traits, const TraitCue& by) {
  EntryCue cue;
  cue.least_gap = by.least_gap;
  cue.of_ground = by.trait == InkTraits::ground || by.trait == InkTraits::ground_red ||
                  by.trait == InkTraits::ground_blue;
  cue.of_colour = by.trait == InkTraits::red || by.trait == InkTraits::blue;
  for (const InkTraits& of_cell : traits) {
    const double value = of_cell.values[by.trait];
    cue.known.push_back(of_cell.known[by.trait]);
    cue.values.push_back(cue.of_colour ? std::clamp(value, -kMostColour, kMostColour) : value);
  }
  return cue;
}

// Colour and strength together, along the direction in which the symbols' inks differ most
// (principal component): two inks that no one of the three parts clearly.
EntryCue ink_cue(const Grid& all, const std::vector<InkTraits>& traits) {
  constexpr std::array kOfInk{InkTraits::red, InkTraits::blue, InkTraits::strength};
  EntryCue cue;
  cue.least_gap = kInkGap;
  cue.values.assign(traits.size(), 0);
  cv::Vec3d mean;
  int count = 0;
  const auto ink_of = [&](size_t i) {
    return cv::Vec3d(std::clamp<double>(traits[i].values[kOfInk[0]], -kMostColour, kMostColour),
                     std::clamp<double>(traits[i].values[kOfInk[1]], -kMostColour, kMostColour),
                     traits[i].values[kOfInk[2]]);
  };
  for (size_t i = 0; i < traits.size(); ++i) {
    cue.known.push_back(all.values()[i] != 0 && traits[i].known[kOfInk[0]] &&
                        traits[i].known[kOfInk[1]] && traits[i].known[kOfInk[2]]);
    if (cue.known[i]) mean += ink_of(i), ++count;
  }
  if (count == 0) return cue;
  mean /= count;
  cv::Matx33d covariance = cv::Matx33d::zeros();
  for (size_t i = 0; i < traits.size(); ++i)
    if (cue.known[i]) covariance += (ink_of(i) - mean) * (ink_of(i) - mean).t();
  cv::Vec3d direction(1, -1, -1);
  for (int round = 0; round < 30; ++round) {
    const cv::Vec3d next = covariance * direction;
    const double length = cv::norm(next);
    if (length < 1e-12) return cue;
    direction = next / length;
  }
  for (size_t i = 0; i < traits.size(); ++i)
    if (cue.known[i]) cue.values[i] = (ink_of(i) - mean).dot(direction);
  return cue;
}

EntryCue off_blanks_cue(const Grid& all, const std::vector<InkTraits>& traits,
                        const std::vector<bool>& rare) {
  EntryCue cue;
  cue.least_gap = kOffBlanksGap;
  cue.of_ground = cue.off_blanks = true;
  cue.least_off = std::log(kSameGround);
  cue.known.assign(traits.size(), false);
  cue.values.assign(traits.size(), 0);
  std::vector<size_t> blanks;
  for (size_t i = 0; i < traits.size(); ++i)
    if (all.values()[i] == 0 && traits[i].known[InkTraits::ground] && !rare[i]) blanks.push_back(i);
  if (blanks.size() < kFewestBlanks) return cue;
  for (size_t i = 0; i < traits.size(); ++i) {
    if (all.values()[i] == 0 || !traits[i].known[InkTraits::ground]) continue;
    double nearest = 1e9;
    for (const size_t blank : blanks)
      nearest = std::min(nearest, ground_distance(traits[i], traits[blank]));
    cue.known[i] = true;
    cue.values[i] = std::log(std::max(kSameGround, nearest));
  }
  return cue;
}

// Some programs show all symbols equal to the chosen one in an ink of their own, others in paler
// and fuller shades of it. Such inks are unknown.
void forget_inks_of_one_symbol(const Grid& all, std::vector<int>& inks) {
  std::vector<int> symbol_of;  // by ink: the only symbol it has, -1 for several
  for (size_t i = 0; i < inks.size(); ++i) {
    if (inks[i] < 0) continue;
    symbol_of.resize(std::max(symbol_of.size(), static_cast<size_t>(inks[i]) + 1), 0);
    int& symbol = symbol_of[static_cast<size_t>(inks[i])];
    symbol = symbol == 0 || symbol == all.values()[i] ? all.values()[i] : -1;
  }
  for (int symbol = 1; symbol <= all.n(); ++symbol) {
    int count = 0;
    bool alone = true;
    for (size_t i = 0; i < inks.size(); ++i) {
      if (inks[i] < 0 || all.values()[i] != symbol) continue;
      ++count;
      alone = alone && symbol_of[static_cast<size_t>(inks[i])] == symbol;
    }
    if (count < 2 || !alone) continue;
    for (size_t i = 0; i < inks.size(); ++i)
      if (all.values()[i] == symbol) inks[i] = -1;
  }
}

// One cue an ink; none where there is but one. An ink that only a chosen cell has is unknown.
void add_ink_cues(const Grid& all, const std::vector<InkTraits>& traits,
                  const std::vector<bool>& rare, std::vector<EntryCue>& cues) {
  std::vector<int> inks = ink_groups(all, traits);
  const int most = *std::max_element(inks.begin(), inks.end());
  for (size_t i = 0; i < inks.size(); ++i) {
    if (!rare[i] || inks[i] < 0) continue;
    bool elsewhere = false;
    for (size_t j = 0; j < inks.size() && !elsewhere; ++j)
      elsewhere = !rare[j] && inks[j] == inks[i];
    if (!elsewhere) inks[i] = -1;
  }
  if (all.n() > kSmallBoard) forget_inks_of_one_symbol(all, inks);
  if (std::all_of(inks.begin(), inks.end(), [](int ink) { return ink <= 0; })) return;
  for (int ink = 0; ink < kMostInks && most > 0 && ink <= most; ++ink) {
    EntryCue cue;
    cue.least_gap = 1 / (kInkWidth - ink);
    cue.of_colour = cue.own_ink = true;
    for (const int its : inks) {
      cue.known.push_back(its >= 0);
      cue.values.push_back(its == ink ? 1 : 0);
    }
    cues.push_back(std::move(cue));
  }
}

EntryCue off_lit_blanks_cue(const OffBlanks& off) {
  EntryCue cue;
  cue.least_gap = kOffLitBlanksGap;
  cue.of_ground = cue.off_blanks = cue.in_its_place = true;
  const double same = std::clamp(kNoises * off.noise, kSameGroundLevels[0], kSameGroundLevels[1]);
  cue.least_off = std::log(same);
  cue.known = off.known;
  for (const double levels : off.grey_levels)
    cue.values.push_back(std::log(std::max(same, levels)));
  return cue;
}

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

}  // namespace

std::vector<EntryCue> entry_cues(const Grid& all, const std::vector<InkTraits>& traits,
                                 const std::vector<bool>& rare, bool drawn) {
  std::vector<EntryCue> cues;
  if (drawn) {
    add_ink_cues(all, traits, rare, cues);
    const OffBlanks off = off_lit_blanks(all, traits, rare);
    cues.push_back(off_lit_blanks_cue(off));
    for (const TraitCue& by : kGroundCues) cues.push_back(trait_cue(traits, by));
    for (EntryCue& cue : cues) cue.perhaps_lit = off.lit && cue.of_ground && !cue.in_its_place;
  } else {
    for (const TraitCue& by : kTraitCues) cues.push_back(trait_cue(traits, by));
    cues.push_back(ink_cue(all, traits));
  }
  cues.push_back(off_blanks_cue(all, traits, rare));
  for (EntryCue& cue : cues) cue.exact_ground = drawn && cue.of_ground;
  cues.back().perhaps_lit = drawn && std::any_of(cues.begin(), cues.end(), [](const EntryCue& cue) {
                              return cue.perhaps_lit;
                            });
  return cues;
}

std::vector<EntrySplit> clear_splits(const Grid& symbols, const std::vector<EntryCue>& cues,
                                     const std::vector<bool>& rare) {
  std::vector<EntrySplit> splits;
  for (const EntryCue& cue : cues) {
    std::vector<double> values;
    for (size_t i = 0; i < rare.size(); ++i)
      if (symbols.values()[i] != 0 && cue.known[i] && !rare[i]) values.push_back(cue.values[i]);
    if (2 * static_cast<int>(values.size()) < symbols.count_filled()) continue;
    std::sort(values.begin(), values.end());
    const auto least_part =
        std::max(kLeastPart, static_cast<size_t>(kLeastShare * static_cast<double>(values.size())));
    const size_t fewest = cue.own_ink || cue.exact_ground ? 1 : kLeastClearPart;
    for (size_t i = fewest; i + fewest <= values.size(); ++i) {
      const bool small = std::min(i, values.size() - i) < least_part;
      const double spread = std::max(deviation(values, 0, i), deviation(values, i, values.size()));
      const double gap = values[i] - values[i - 1];
      if (gap >= std::max(cue.least_gap, (small ? kVeryClear : kClear) * spread))
        splits.push_back({&cue, (values[i] + values[i - 1]) / 2, gap / cue.least_gap});
    }
  }
  std::sort(splits.begin(), splits.end(),
            [](const EntrySplit& a, const EntrySplit& b) { return a.width > b.width; });
  if (splits.size() > kMostSplits) splits.resize(kMostSplits);
  return splits;
}

}  // namespace gridlens
