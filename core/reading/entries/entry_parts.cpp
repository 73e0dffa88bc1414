#include "core/reading/entries/entry_parts.h"

#include <algorithm>
#include <cmath>

#include "core/reading/ink/rare_grounds.h"

namespace gridlens {

namespace {

constexpr double kOneGround = 0.1;  // logs: the parts' medians differ by less
constexpr double kClearlyNearer = 0.4;
constexpr double kOtherColour = 0.15;  // logs, between the parts' own colours, which must ...
constexpr double kLeastTold = 0.9;     // ... tell such a share of either part's symbols
constexpr double kBolder = 0.1;        // logs of strength, and of the stroke's width
constexpr int kClearVotes = 2;
constexpr double kOtherHue = 0.4;  // and between a symbol's and its part's

double nearest_value(const EntryCue& cue, size_t cell, const Cells& of) {
  double nearest = 1e9;
  for (size_t j = 0; j < of.size(); ++j)
    if (of[j] && j != cell) nearest = std::min(nearest, std::abs(cue.values[cell] - cue.values[j]));
  return nearest;
}

int nearer(double off_low, double off_high) {
  if (off_low < kClearlyNearer * off_high) return -1;
  return off_high < kClearlyNearer * off_low ? 1 : 0;
}

// The own colours of the inks alone tell the parts from each other.
bool colours_tell(const std::vector<InkTraits>& traits, const EntryParts& parts,
                  const InkTraits& low, const InkTraits& high) {
  if (own_colour_distance(low, high) < kOtherColour) return false;
  const auto told = [&](const Cells& part, int side) {
    int right = 0;
    int all = 0;
    for (size_t i = 0; i < part.size(); ++i) {
      if (!part[i] || !traits[i].known[InkTraits::own_light]) continue;
      ++all;
      const double to_low = own_colour_distance(traits[i], low);
      const double to_high = own_colour_distance(traits[i], high);
      right += (side < 0 ? to_low < to_high : to_high < to_low) ? 1 : 0;
    }
    return all > 0 && right >= kLeastTold * all;
  };
  return told(parts.low, -1) && told(parts.high, 1);
}

// How a symbol's stroke lies between the parts', which programs that draw all symbols in one colour
// tell apart by their weight: -1 low, 1 high, 0 no telling.
class StrokeSides {
 public:
  StrokeSides(const std::vector<InkTraits>& traits, const EntryParts& parts, const InkTraits& low,
              const InkTraits& high)
      : low_(low.values[InkTraits::stroke]), high_(high.values[InkTraits::stroke]) {
    if (std::abs(high_ - low_) < kBolder) return;
    const auto told = [&](const Cells& part, int its_side) {
      int right = 0;
      int all = 0;
      for (size_t i = 0; i < part.size(); ++i) {
        if (!part[i] || !traits[i].known[InkTraits::stroke]) continue;
        ++all;
        const double off = traits[i].values[InkTraits::stroke] - (low_ + high_) / 2;
        right += (off < 0) == ((its_side < 0) == (low_ < high_)) ? 1 : 0;
      }
      return all > 0 && right >= kLeastTold * all;
    };
    tell_ = told(parts.low, -1) && told(parts.high, 1);
  }

  [[nodiscard]] int side(const InkTraits& traits) const {
    return tell_ && traits.known[InkTraits::stroke] ? nearer_side(traits) : 0;
  }

 private:
  [[nodiscard]] int nearer_side(const InkTraits& traits) const {
    const double stroke = traits.values[InkTraits::stroke];
    return nearer(std::abs(stroke - low_), std::abs(stroke - high_));
  }

  double low_;
  double high_;
  bool tell_ = false;
};

bool within_boxes(const Grid& symbols, const EntryParts& parts) {
  const int n = symbols.n();
  std::vector<int> seen(static_cast<size_t>(n), 0);
  for (int cell = 0; cell < n * n; ++cell) {
    const auto at = static_cast<size_t>(cell);
    int& box = seen[static_cast<size_t>(symbols.shape().box_of(cell / n, cell % n))];
    box |= (parts.low[at] ? 1 : 0) | (parts.high[at] ? 2 : 0);
  }
  return std::count(seen.begin(), seen.end(), 3) > 0;
}

double median_value(const EntryCue& cue, const Cells& of) {
  std::vector<double> values;
  for (size_t i = 0; i < of.size(); ++i)
    if (of[i] && cue.known[i]) values.push_back(cue.values[i]);
  if (values.empty()) return 0;
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Where a cell's figure lies nearer to one part than to the other: -1 low, 1 high, 0 no telling.
int nearer_part(const EntryCue& cue, size_t cell, const EntryParts& parts) {
  if (!cue.known[cell]) return 0;
  const double off_low = nearest_value(cue, cell, parts.low);
  const double off_high = nearest_value(cue, cell, parts.high);
  return std::min(off_low, off_high) > cue.least_gap ? 0 : nearer(off_low, off_high);
}

}  // namespace

void hear_other_cues(const std::vector<EntryCue>& cues, const Cells& rare, EntryParts& parts) {
  const EntryParts before = parts;
  for (const EntryCue& cue : cues) {
    const double low = median_value(cue, before.low);
    const double high = median_value(cue, before.high);
    if (std::abs(high - low) < cue.least_gap) continue;
    const auto side = [&](size_t cell) {
      return nearer(std::abs(cue.values[cell] - low), std::abs(cue.values[cell] - high));
    };
    const auto misplaced = [&](size_t cell) {
      return cue.known[cell] && side(cell) == (before.low[cell] ? 1 : -1);
    };
    int all[2] = {0, 0};
    int told[2] = {0, 0};
    std::vector<size_t> wrong;
    for (size_t i = 0; i < cue.known.size(); ++i) {
      if (rare[i] || (!before.low[i] && !before.high[i])) continue;
      const int part = before.low[i] ? 0 : 1;
      ++all[part];
      told[part] += cue.known[i] && side(i) == (part == 0 ? -1 : 1) ? 1 : 0;
      if (misplaced(i)) wrong.push_back(i);
    }
    if (told[0] < kLeastTold * all[0] || told[1] < kLeastTold * all[1]) continue;
    for (const size_t cell : wrong) {
      parts.low[cell] = parts.high[cell] = false;
      parts.apart[cell] = true;
    }
  }
}

EntryParts parts_of(const Grid& symbols, const std::vector<InkTraits>& traits, const Cells& rare,
                    const EntrySplit& split) {
  const EntryCue& cue = *split.cue;
  const size_t count = traits.size();
  EntryParts parts{Cells(count), Cells(count), Cells(count)};
  const auto put = [&](size_t cell, int side) {
    (side < 0 ? parts.low : side > 0 ? parts.high : parts.apart)[cell] = true;
  };
  for (size_t i = 0; i < count; ++i)
    if (symbols.values()[i] != 0 && !rare[i])
      put(i, !cue.known[i] ? 0 : cue.values[i] > split.threshold ? 1 : -1);
  const InkTraits low = median_traits(traits, parts.low);
  const InkTraits high = median_traits(traits, parts.high);
  const bool own_colours = colours_tell(traits, parts, low, high);
  const StrokeSides strokes(traits, parts, low, high);
  const EntryParts sure = parts;
  for (size_t i = 0; i < count; ++i) {
    if (symbols.values()[i] == 0) continue;
    if (!rare[i]) {
      if (cue.of_ground || sure.apart[i]) continue;
      if (distance_from_ink(traits[i], sure.low[i] ? low : high) < kOtherHue) continue;
      parts.low[i] = parts.high[i] = false;
      parts.apart[i] = true;
    } else if (cue.own_ink && cue.known[i]) {
      put(i, cue.values[i] > split.threshold ? 1 : -1);
    } else if (own_colours && traits[i].known[InkTraits::own_light]) {
      put(i, nearer(own_colour_distance(traits[i], low), own_colour_distance(traits[i], high)));
    } else if (const int side = strokes.side(traits[i]); side != 0) {
      put(i, side);
    } else {
      put(i, cue.of_ground && !cue.in_its_place ? 0 : nearer_part(cue, i, sure));
    }
  }
  return parts;
}

bool are_mixed(const Grid& symbols, const std::vector<InkTraits>& traits, const EntryParts& parts,
               const EntryCue& cue) {
  if (within_boxes(symbols, parts)) return true;
  return cue.of_colour && ground_distance(median_traits(traits, parts.low),
                                          median_traits(traits, parts.high)) < kOneGround;
}

int usual_givens(const std::vector<InkTraits>& traits, const std::vector<EntryCue>& cues,
                 const EntryParts& parts) {
  const InkTraits low = median_traits(traits, parts.low);
  const InkTraits high = median_traits(traits, parts.high);
  const auto vote = [](double low_is, double high_is, double least) {
    return std::abs(low_is - high_is) < least ? 0 : low_is > high_is ? -1 : 1;
  };
  const auto colour = [](const InkTraits& t) {
    return std::hypot(t.values[InkTraits::own_red], t.values[InkTraits::own_blue]);
  };
  int votes = -vote(colour(low), colour(high), kOtherColour) +
              vote(low.values[InkTraits::strength], high.values[InkTraits::strength], kBolder) +
              vote(low.values[InkTraits::stroke], high.values[InkTraits::stroke], kBolder);
  int of_blanks = 0;
  for (const EntryCue& cue : cues)
    if (cue.off_blanks)
      of_blanks += vote(median_value(cue, parts.low), median_value(cue, parts.high), cue.least_gap);
  votes += 2 * std::clamp(of_blanks, -1, 1);
  return std::clamp(votes / kClearVotes, -1, 1);
}

Grid only(const Grid& all, const Cells& cells) {
  Grid part(all.shape());
  for (int cell = 0; cell < all.n() * all.n(); ++cell)
    if (cells[static_cast<size_t>(cell)])
      part.set(cell / all.n(), cell % all.n(), all.values()[static_cast<size_t>(cell)]);
  return part;
}

}  // namespace gridlens
