// Grounds that a program lights, or a shadow: no sign of who wrote what.
#include <algorithm>

#include "core/reading/entries/entry_parts.h"
#include "core/reading/ink/rare_grounds.h"

namespace gridlens {

namespace {

constexpr double kMostBlanksApart = 0.1;
constexpr double kOneGround = 0.1;    // logs: the parts' medians differ by less
constexpr double kVeryGround = 0.03;  // logs: two cells on the very same ground
constexpr int kSmallBoard = 4;        // where the symbols of any part may stand in one cross
constexpr double kOneColour = 0.06;   // no difference

// The inks have one colour of their own, and what differs is the grounds: white digits are densest
// in the colours that their tile has least of.
bool one_ink(const std::vector<InkTraits>& traits, const EntryParts& parts) {
  const InkTraits low = median_traits(traits, parts.low);
  const InkTraits high = median_traits(traits, parts.high);
  return low.known[InkTraits::own_light] && high.known[InkTraits::own_light] &&
         own_colour_distance(low, high) < kOneColour && ground_distance(low, high) >= kOneGround;
}

bool blanks_are_split(const Grid& all, const Cells& rare, const EntrySplit& split) {
  int low = 0;
  int high = 0;
  for (size_t i = 0; i < split.cue->known.size(); ++i)
    if (all.values()[i] == 0 && split.cue->known[i] && !rare[i])
      ++(split.cue->values[i] > split.threshold ? high : low);
  return std::min(low, high) > kMostBlanksApart * (low + high);
}

// Blank cells have the grounds of most of the part: what the player coloured, not whose it is.
bool shares_grounds_of_blanks(const Grid& all, const std::vector<InkTraits>& traits,
                              const Cells& part) {
  int shared = 0;
  int count = 0;
  for (size_t i = 0; i < part.size(); ++i) {
    if (!part[i] || !traits[i].known[InkTraits::ground]) continue;
    ++count;
    bool found = false;
    for (size_t j = 0; j < part.size() && !found; ++j)
      found = all.values()[j] == 0 && traits[j].known[InkTraits::ground] &&
              ground_distance(traits[i], traits[j]) < kVeryGround;
    shared += found ? 1 : 0;
  }
  return 2 * shared > count;
}

bool is_a_cross(const Grid& all, const Cells& part) {
  const int n = all.n();
  const auto inside = [&](int cell, int row, int col) {
    return cell / n == row || cell % n == col ||
           all.shape().box_of(cell / n, cell % n) == all.shape().box_of(row, col);
  };
  for (int middle = 0; middle < n * n; ++middle) {
    bool all_inside = true;
    for (int cell = 0; cell < n * n && all_inside; ++cell)
      all_inside = !part[static_cast<size_t>(cell)] || inside(cell, middle / n, middle % n);
    if (all_inside) return true;
  }
  return false;
}

// The part is just what lies in some of the row, the column and the box of one cell; `with_equals`:
// and all symbols equal to that cell's. The cell itself may be lit otherwise: it is the chosen one.
bool is_just_lit(const Grid& all, const Cells& rare, const Cells& part, bool with_equals) {
  const int n = all.n();
  for (int middle = 0; middle < n * n; ++middle) {
    const auto symbol = all.values()[static_cast<size_t>(middle)];
    if (with_equals && symbol == 0) continue;
    for (unsigned units = with_equals ? 0 : 1; units < 8; ++units) {
      bool just = true;
      int equals = 0;
      for (int cell = 0; cell < n * n && just; ++cell) {
        const auto at = static_cast<size_t>(cell);
        if (all.values()[at] == 0 || rare[at] || cell == middle) continue;
        const bool equal = with_equals && all.values()[at] == symbol;
        const bool lit = equal || ((units & 1) != 0 && cell / n == middle / n) ||
                         ((units & 2) != 0 && cell % n == middle % n) ||
                         ((units & 4) != 0 && all.shape().box_of(cell / n, cell % n) ==
                                                  all.shape().box_of(middle / n, middle % n));
        just = lit == part[at];
        equals += equal ? 1 : 0;
      }
      if (just && (!with_equals || equals > 0)) return true;
    }
  }
  return false;
}

}  // namespace

bool is_a_highlight(const Grid& all, const std::vector<InkTraits>& traits, const Cells& rare,
                    const EntryParts& parts, const EntrySplit& split) {
  if (!split.cue->of_ground && !one_ink(traits, parts)) return false;
  if (split.cue->in_its_place)  // lit tiles may also differ less
    return shares_grounds_of_blanks(all, traits, parts.high) ||
           is_just_lit(all, rare, parts.high, true) || is_just_lit(all, rare, parts.low, false);
  if (blanks_are_split(all, rare, split)) return true;
  if (split.cue->exact_ground && shares_grounds_of_blanks(all, traits, parts.low) &&
      shares_grounds_of_blanks(all, traits, parts.high))
    return true;
  return all.n() > kSmallBoard &&
         (is_a_cross(all, parts.low) || is_a_cross(all, parts.high) ||
          is_just_lit(all, rare, parts.low, true) || is_just_lit(all, rare, parts.high, true));
}

}  // namespace gridlens
