#include "core/reading/entries/typed_entries.h"

#include <algorithm>
#include <cmath>

#include "core/reading/entries/entry_cues.h"
#include "core/reading/entries/entry_parts.h"
#include "core/reading/entries/marked_clashes.h"
#include "core/reading/ink/rare_grounds.h"

namespace gridlens {

namespace {

constexpr double kLeastAgreeing = 0.6;  // of the entries, with the solution
constexpr int kMostRounds = 3;          // entries, mistakes, and a highlight
constexpr int kFewestPairs = 4;         // of givens opposite each other, to call a puzzle symmetric
constexpr double kClearLead = 4;        // log-odds of one part being the givens, not the other
constexpr double kDoubt = 1e-3;         // probability of an entry where all tells for a given

double agreeing_share(const Grid& entries, const Grid& solution) {
  int agreeing = 0;
  for (size_t i = 0; i < entries.values().size(); ++i)
    agreeing += entries.values()[i] != 0 && entries.values()[i] == solution.values()[i] ? 1 : 0;
  return static_cast<double>(agreeing) / std::max(1, entries.count_filled());
}

// How much better a solution explains what the player entered than chance does, as log-odds:
// however many are right, players being good or bad.
double explained(const Grid& entries, const Grid& solution) {
  double right = 0;
  double wrong = 0;
  for (size_t i = 0; i < entries.values().size(); ++i)
    if (entries.values()[i] != 0) ++(entries.values()[i] == solution.values()[i] ? right : wrong);
  const double n = solution.n();
  return std::lgamma(right + 1) + std::lgamma(wrong + 1) - std::lgamma(right + wrong + 2) +
         right * std::log(n) + wrong * std::log(n / (n - 1));
}

// What is known so far of every symbol.
struct Told {
  Cells givens, entries, apart;
  std::optional<Grid> solution;  // of the givens, where they were parted
};

// The board that is asked about.
struct Played {
  const Grid& all;
  const std::vector<InkTraits>& traits;
  const OnlySolution& only_solution;
  const Cells& rare;  // on a ground of their own
  const std::vector<EntryCue>& cues;
};

// One way to part the givens once more.
struct Parting {
  const EntryCue* cue = nullptr;
  EntryParts parts;
  int givens_side = 0;  // -1 low, 1 high
  bool mistakes = false;
  bool apart_are_givens = false;
  Grid solution;

  [[nodiscard]] std::ptrdiff_t apart() const {
    return std::count(parts.apart.begin(), parts.apart.end(), true);
  }
};

// The parts that a split makes of some symbols; nullopt where it is a highlight's or a shadow's.
std::optional<EntryParts> parts_by(const Played& played, const Grid& symbols,
                                   const EntrySplit& split) {
  EntryParts parts = parts_of(symbols, played.traits, played.rare, split);
  hear_other_cues(played.cues, played.rare, parts);
  if (is_a_highlight(played.all, played.traits, played.rare, parts, split) ||
      !are_mixed(symbols, played.traits, parts, *split.cue))
    return std::nullopt;
  return parts;
}

// Both parts have a solution: which are the givens? 0: no telling. A few entries may do for a small
// board, and many right ones for any.
int side_of_givens(const Played& played, const EntryParts& parts, const Grid& of_low,
                   const Grid& of_high) {
  const int usual = usual_givens(played.traits, played.cues, parts);
  if (of_low == of_high) return usual;
  const double lead = explained(only(played.all, parts.high), of_low) -
                      explained(only(played.all, parts.low), of_high);
  const int better = lead > kClearLead ? -1 : lead < -kClearLead ? 1 : 0;
  return usual == better || usual == 0 ? better : 0;
}

std::optional<Parting> try_split(const Played& played, const Grid& symbols,
                                 const EntrySplit& split) {
  const Grid& all = played.all;
  Parting parting;
  parting.cue = split.cue;
  auto parted = parts_by(played, symbols, split);
  if (!parted) return std::nullopt;
  parting.parts = std::move(*parted);
  const EntryParts& parts = parting.parts;
  const Grid low = only(all, parts.low);
  const Grid high = only(all, parts.high);
  std::optional<Grid> of_low = played.only_solution(low);
  std::optional<Grid> of_high = played.only_solution(high);
  if (!of_low && !of_high && parting.apart() > 0 && !any_clash(all, parts.apart)) {
    // Nothing tells whose a symbol on a ground of its own is, unless the givens need it. One that
    // clashes may be a mistake.
    const Grid rest = only(all, parts.apart);
    of_low = played.only_solution(low.filled_from(rest));
    of_high = played.only_solution(high.filled_from(rest));
    parting.apart_are_givens = true;
  }
  if (!of_low && !of_high) return std::nullopt;
  parting.givens_side = of_high ? 1 : -1;
  if (of_low && of_high) {
    parting.givens_side = side_of_givens(played, parts, *of_low, *of_high);
    if (parting.givens_side == 0) return std::nullopt;
  }
  parting.solution = parting.givens_side < 0 ? *of_low : *of_high;
  const Cells& others = parting.givens_side < 0 ? parts.high : parts.low;
  const Grid entries = only(all, others);
  parting.mistakes = holds_whole_clashes(all, others, split.cue->known);  // also where none is left
  const bool agree =
      entries.count_filled() > 1 && agreeing_share(entries, parting.solution) >= kLeastAgreeing;
  if (!parting.mistakes && !agree) return std::nullopt;
  return parting;
}

// Is `a` to be preferred? Marked mistakes are parted off only where nothing else can be; else what
// leaves the fewest apart.
bool is_better(const Parting& a, const Parting& b) {
  return a.mistakes != b.mistakes ? b.mistakes : a.apart() < b.apart();
}

// Parts the givens once more by the split that makes most sense. False: by none.
bool part_once(const Played& played, Told& told) {
  const Grid symbols = only(played.all, told.givens);
  std::optional<Parting> chosen;
  for (const EntrySplit& split : clear_splits(symbols, played.cues, played.rare)) {
    auto parting = try_split(played, symbols, split);
    if (parting && (!chosen || is_better(*parting, *chosen))) chosen = std::move(parting);
  }
  if (!chosen) return false;
  const Cells& givens = chosen->givens_side < 0 ? chosen->parts.low : chosen->parts.high;
  const Cells& apart = chosen->parts.apart;
  for (size_t i = 0; i < givens.size(); ++i) {
    if (!told.givens[i]) continue;
    told.givens[i] = givens[i] || (apart[i] && chosen->apart_are_givens);
    (chosen->mistakes || apart[i] ? told.apart : told.entries)[i] = !told.givens[i];
  }
  told.solution = chosen->solution;
  return true;
}

// Whether the given opposite a cell tells that the cell holds one: where all others lie
// symmetrically under a half turn.
bool is_symmetric(const Told& told) {
  const size_t count = told.givens.size();
  int pairs = 0;
  for (size_t i = 0; i < count; ++i) {
    const size_t opposite = count - 1 - i;
    if (!told.givens[i] || told.apart[opposite] || opposite == i) continue;
    if (!told.givens[opposite]) return false;
    ++pairs;
  }
  return pairs >= 2 * kFewestPairs;
}

}  // namespace

InkSplit split_of_inks(const Grid& all, const std::vector<InkTraits>& traits, bool drawn) {
  const Cells rare = on_rare_ground(traits);
  const std::vector<EntryCue> cues = entry_cues(all, traits, rare, drawn);
  const std::vector<EntrySplit> splits = clear_splits(all, cues, rare);
  for (const EntrySplit& split : splits) {
    const EntryParts parts = parts_of(all, traits, rare, split);
    if (!split.cue->perhaps_lit && !is_a_highlight(all, traits, rare, parts, split) &&
        are_mixed(all, traits, parts, *split.cue))
      return InkSplit::mixed;
  }
  return splits.empty() ? InkSplit::none : InkSplit::lit;
}

std::optional<std::vector<double>> find_typed_entries(const Grid& all,
                                                      const std::vector<InkTraits>& traits,
                                                      const OnlySolution& only_solution) {
  const Cells rare = on_rare_ground(traits);
  const std::vector<EntryCue> cues = entry_cues(all, traits, rare, false);
  const size_t count = traits.size();
  const Played played{all, traits, only_solution, rare, cues};
  Told told{Cells(count), Cells(count), Cells(count), std::nullopt};
  for (size_t i = 0; i < count; ++i) told.givens[i] = all.values()[i] != 0;
  for (int round = 0; round < kMostRounds; ++round)
    if (!part_once(played, told)) break;
  if (!told.solution) return std::nullopt;

  const bool symmetric = is_symmetric(told);
  std::vector<double> by_hand;
  for (size_t i = 0; i < count; ++i) {
    by_hand.push_back(told.entries[i] ? 1 - kDoubt : kDoubt);
    const size_t opposite = count - 1 - i;
    if (!told.apart[i]) continue;
    if (symmetric && !told.apart[opposite])
      by_hand.back() = told.givens[opposite] ? kDoubt : 1 - kDoubt;
    else
      by_hand.back() = all.values()[i] == told.solution->values()[i] ? 0.5 : 1 - kDoubt;
  }
  return by_hand;
}

}  // namespace gridlens
