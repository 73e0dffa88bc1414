#include "core/reading/typed_entries.h"

#include <algorithm>
#include <cmath>

#include "core/reading/entry_cues.h"
#include "core/reading/rare_grounds.h"

namespace gridlens {

namespace {

constexpr double kMostBlanksApart = 0.1;
constexpr double kDoubt = 1e-3;
constexpr double kLeastAgreeing = 0.6;  // of the entries, with the solution
constexpr double kOneGround = 0.1;      // logs: the parts' means differ by less
constexpr int kSmallBoard = 4;          // where the symbols of any part may stand in one cross
// On a ground of its own a symbol goes with the part whose ink's own colour is so much nearer.
constexpr double kClearlyNearer = 0.4;
constexpr double kOtherColour = 0.15;  // logs, between the parts' own colours

using Cells = std::vector<bool>;

// The symbols by the side of the split they lie on.
struct Parts {
  Cells low, high;
  Cells apart;  // cannot be told
};

// Distance of a cell's figure from the nearest of some cells.
double nearest_value(const EntryCue& cue, size_t cell, const Cells& of) {
  double nearest = 1e9;
  for (size_t j = 0; j < of.size(); ++j)
    if (of[j]) nearest = std::min(nearest, std::abs(cue.values[cell] - cue.values[j]));
  return nearest;
}

Parts parts_of(const Grid& all, const std::vector<InkTraits>& traits, const Cells& rare,
               const EntrySplit& split) {
  const EntryCue& cue = *split.cue;
  const size_t count = traits.size();
  Parts parts{Cells(count), Cells(count), Cells(count)};
  for (size_t i = 0; i < count; ++i) {
    if (all.values()[i] == 0 || rare[i]) continue;
    Cells& side = !cue.known[i]                     ? parts.apart
                  : cue.values[i] > split.threshold ? parts.high
                                                    : parts.low;
    side[i] = true;
  }
  // A symbol on a ground of its own goes with the part of its ink's own colour; where the parts do
  // not differ in that, with the part among whose figures its own lies.
  const Parts sure = parts;
  const InkTraits low = mean_traits(traits, sure.low);
  const InkTraits high = mean_traits(traits, sure.high);
  const bool own_colours = own_colour_distance(low, high) > kOtherColour;
  for (size_t i = 0; i < count; ++i) {
    if (all.values()[i] == 0 || !rare[i]) continue;
    double off_low = 1;
    double off_high = 1;
    if (own_colours && traits[i].known[InkTraits::own_light]) {
      off_low = own_colour_distance(traits[i], low);
      off_high = own_colour_distance(traits[i], high);
    } else if (cue.known[i]) {
      off_low = nearest_value(cue, i, sure.low);
      off_high = nearest_value(cue, i, sure.high);
      if (std::min(off_low, off_high) > cue.least_gap) off_low = off_high;
    }
    Cells& side = off_low < kClearlyNearer * off_high   ? parts.low
                  : off_high < kClearlyNearer * off_low ? parts.high
                                                        : parts.apart;
    side[i] = true;
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
                               const EntryCue& cue) {
  return cue.of_colour && ground_distance(mean_traits(traits, parts.low),
                                          mean_traits(traits, parts.high)) < kOneGround;
}

// The blank cells' ground takes part in the split: that is a shadow or a highlighted row, not the
// ground of entries (which are written into blank cells) against that of givens.
bool blanks_are_split(const Grid& all, const EntrySplit& split) {
  int low = 0;
  int high = 0;
  for (size_t i = 0; i < split.cue->known.size(); ++i)
    if (all.values()[i] == 0 && split.cue->known[i])
      ++(split.cue->values[i] > split.threshold ? high : low);
  return std::min(low, high) > kMostBlanksApart * (low + high);
}

// All symbols of a part stand in the row, the column and the box of one cell: programs light these.
bool is_a_cross(const Grid& part) {
  const int n = part.n();
  const auto inside = [&](int cell, int row, int col) {
    return cell / n == row || cell % n == col ||
           part.shape().box_of(cell / n, cell % n) == part.shape().box_of(row, col);
  };
  for (int middle = 0; middle < n * n; ++middle) {
    bool all_inside = true;
    for (int cell = 0; cell < n * n && all_inside; ++cell)
      all_inside =
          part.values()[static_cast<size_t>(cell)] == 0 || inside(cell, middle / n, middle % n);
    if (all_inside) return true;
  }
  return false;
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
  const std::vector<EntryCue> cues = entry_cues(all, traits, rare);
  for (const EntrySplit& split : clear_splits(all, cues, rare)) {
    if (split.cue->of_ground && blanks_are_split(all, split)) continue;
    const Parts parts = parts_of(all, traits, rare, split);
    const Grid low = only(all, parts.low);
    const Grid high = only(all, parts.high);
    const Grid apart = only(all, parts.apart);
    if (split.cue->of_ground && all.n() > kSmallBoard && (is_a_cross(low) || is_a_cross(high)))
      continue;
    if (!within_boxes(low, high) && !two_colours_on_one_ground(traits, parts, *split.cue)) continue;
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
