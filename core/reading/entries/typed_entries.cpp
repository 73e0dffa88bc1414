#include "core/reading/entries/typed_entries.h"

#include <algorithm>
#include <cmath>

#include "core/reading/entries/entry_cues.h"
#include "core/reading/entries/entry_parts.h"
#include "core/reading/entries/marked_clashes.h"
#include "core/reading/ink/rare_grounds.h"

namespace gridlens {

namespace {

constexpr double kRatherEntry = 0.55;   // of what the search leaves out of the givens
constexpr double kLeastAgreeing = 0.6;  // of the entries, with the solution ...
constexpr double kLeastInOwnInk = 0.4;  // ... where they have an ink of their own
constexpr int kMostRounds = 3;          // entries, mistakes, and a highlight
constexpr int kFewestPairs = 4;         // of givens opposite each other, to call a puzzle symmetric
constexpr double kClearLead = 4;        // log-odds of one part being the givens, not the other

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
  bool by_ink = false;           // the entries have inks of their own: grounds tell nothing more
};

// The board that is asked about.
struct Played {
  const Grid& all;
  const std::vector<InkTraits>& traits;
  const OnlySolution& only_solution;
  const Cells& rare;    // on a ground of their own
  const Cells& clear;   // surely read
  const Cells& marked;  // in an ink that marks whole clashes
  const std::vector<EntryCue>& cues;
  bool drawn = false;
  bool broken = false;  // all symbols together have no one solution
};

// One way to part the givens once more.
struct Parting {
  const EntryCue* cue = nullptr;
  EntryParts parts;
  int givens_side = 0;  // -1 low, 1 high
  bool mistakes = false;
  bool apart_are_givens = false;
  Grid solution;
  double explained = 0;  // by it, of the entries: log-odds

  [[nodiscard]] std::ptrdiff_t apart() const {
    return std::count(parts.apart.begin(), parts.apart.end(), true);
  }
};

// The parts that a split makes of some symbols; nullopt where it is a highlight's or a shadow's.
// What an ink holds that marks clashes is apart, unless something else tells whose it is.
std::optional<EntryParts> parts_by(const Played& played, const Grid& symbols,
                                   const EntrySplit& split) {
  EntryParts parts = parts_of(symbols, played.traits, played.rare, split);
  if (split.cue->own_ink) back_to_their_ink(played.all, *split.cue, parts);
  hear_other_cues(played.cues, *split.cue, played.rare, parts);
  if (is_a_highlight(played.all, played.traits, played.rare, parts, split) ||
      !(split.cue->own_ground || are_mixed(symbols, played.traits, parts, *split.cue)))
    return std::nullopt;
  if (!split.cue->own_ink) return parts;
  for (size_t i = 0; i < played.marked.size(); ++i) {
    if (!played.marked[i] || (!parts.low[i] && !parts.high[i])) continue;
    parts.low[i] = parts.high[i] = false;
    parts.apart[i] = true;
  }
  settle_marked(played.traits, played.cues, played.marked, parts);
  return parts;
}

bool all_of(const Cells& part, const Cells& flags) {
  for (size_t i = 0; i < part.size(); ++i)
    if (part[i] && !flags[i]) return false;
  return true;
}

// The look alone tells the player's symbols, however many of them are wrong: exact inks and grounds
// of a drawing, of which the givens are surely read and have the only solution, while all together
// have none. Unless entries look as givens do.
bool told_by_look(const Played& played, const Parting& parting) {
  const EntryCue& cue = *parting.cue;
  const Cells& givens = parting.givens_side < 0 ? parting.parts.low : parting.parts.high;
  return played.drawn && played.broken && (cue.own_ink || cue.exact_ground) &&
         all_of(givens, played.clear) &&
         parting.givens_side * usual_givens(played.traits, played.cues, parting.parts) >= 0;
}

// The part that looks like entries has the only solution, as right ones have, and the other one
// lacks givens that are apart.
bool hides_givens(const Played& played, const Parting& parting) {
  const Cells& others = parting.givens_side < 0 ? parting.parts.high : parting.parts.low;
  return parting.cue->own_ink && parting.apart() > 0 &&
         parting.givens_side * usual_givens(played.traits, played.cues, parting.parts) < 0 &&
         !any_clash(only(played.all, others), others);
}

// Both parts have a solution: which are the givens? 0: no telling. A few entries may do for a small
// board, and many right ones for any. Where no look tells, as no cell is blank, they explain most.
int side_of_givens(const Played& played, const EntryParts& parts, const Grid& of_low,
                   const Grid& of_high) {
  const int usual = usual_givens(played.traits, played.cues, parts);
  if (of_low == of_high && (usual != 0 || !played.drawn)) return usual;
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
  if (!of_low && !of_high && parting.apart() > 0 &&
      (!any_clash(all, parts.apart) || (played.drawn && all_of(parts.apart, played.clear)))) {
    // Nothing tells whose a symbol on a ground of its own is, unless the givens need it. One that
    // clashes may be a mistake, but in a drawing all other givens are known.
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
  if (!parting.mistakes && hides_givens(played, parting)) return std::nullopt;
  parting.explained = explained(entries, parting.solution);
  const double least = split.cue->own_ink ? kLeastInOwnInk : kLeastAgreeing;
  const bool agree = (split.cue->own_ink || entries.count_filled() > 1) &&
                     agreeing_share(entries, parting.solution) >= least;
  if (!parting.mistakes && !agree && !told_by_look(played, parting)) return std::nullopt;
  return parting;
}

// Is `a` to be preferred? Marked mistakes are parted off only where nothing else can be; inks tell
// more than grounds, of inks those that explain most, of grounds those that leave the fewest apart.
bool is_better(const Parting& a, const Parting& b) {
  if (a.mistakes != b.mistakes) return b.mistakes;
  if (a.cue->own_ink != b.cue->own_ink) return a.cue->own_ink;
  return a.cue->own_ink ? a.explained > b.explained : a.apart() < b.apart();
}

// Parts the givens once more by the split that makes most sense. False: by none.
bool part_once(const Played& played, Told& told) {
  const Grid symbols = only(played.all, told.givens);
  std::optional<Parting> chosen;
  for (const EntrySplit& split : clear_splits(symbols, played.cues, played.rare)) {
    if (told.by_ink && !split.cue->own_ink) continue;
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
  told.by_ink = told.by_ink || (chosen->cue->own_ink && !chosen->mistakes);
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

// Where no part alone has the only solution: givens may be among the symbols of which the look does
// not tell whose they are, in inks that mark clashes or on the chosen grounds. A clear split of a
// drawing's inks tells the others, and the search is to find the rest.
bool part_by_look(const Played& played, Told& told) {
  if (!played.drawn) return false;
  const Grid symbols = only(played.all, told.givens);
  for (const EntrySplit& split : clear_splits(symbols, played.cues, played.rare)) {
    if (!split.cue->own_ink) continue;
    const auto parted = parts_by(played, symbols, split);
    if (!parted) continue;
    const EntryParts& parts = *parted;
    const bool none_low = all_of(parts.low, Cells(parts.low.size()));
    const bool none_high = all_of(parts.high, Cells(parts.high.size()));
    const int side = none_low    ? 1
                     : none_high ? -1
                                 : usual_givens(played.traits, played.cues, parts);
    const Cells& givens = side < 0 ? parts.low : parts.high;
    if (side == 0 || !all_of(givens, played.clear) || any_clash(only(played.all, givens), givens))
      continue;
    told = {givens, side < 0 ? parts.high : parts.low, parts.apart, std::nullopt};
    return true;
  }
  return false;
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
                                                      const OnlySolution& only_solution, bool drawn,
                                                      const std::vector<bool>& clear) {
  const Cells rare = on_rare_ground(traits);
  const std::vector<EntryCue> cues = entry_cues(all, traits, rare, drawn);
  const size_t count = traits.size();
  const Cells marked = marked_clashes(all, cues);
  const Cells all_clear(count, true);
  const bool broken = !only_solution(all);
  const Played played{all,    traits, only_solution, rare,  clear.empty() ? all_clear : clear,
                      marked, cues,   drawn,         broken};
  Told told{Cells(count), Cells(count), Cells(count), std::nullopt};
  for (size_t i = 0; i < count; ++i) told.givens[i] = all.values()[i] != 0;
  for (int round = 0; round < kMostRounds; ++round)
    if (!part_once(played, told)) break;
  if (!told.solution && drawn && broken) {
    const std::vector<EntryCue> grounds = ground_cues(all, traits, rare);
    const Played on_grounds{all,    traits,  only_solution, rare,  played.clear,
                            marked, grounds, drawn,         broken};
    // What is left without the mistakes may be parted as usual.
    if (part_once(on_grounds, told) && !part_once(played, told)) part_once(on_grounds, told);
  }
  if (!told.solution && !part_by_look(played, told)) return std::nullopt;

  const bool symmetric = is_symmetric(told);
  std::vector<double> by_hand;
  for (size_t i = 0; i < count; ++i) {
    by_hand.push_back(told.entries[i] ? 1 - kDoubt : kDoubt);
    const size_t opposite = count - 1 - i;
    if (!told.apart[i]) continue;
    if (symmetric && !told.apart[opposite])
      by_hand.back() = told.givens[opposite] ? kDoubt : 1 - kDoubt;
    else
      by_hand.back() = marked[i] || !told.solution ? kUntoldKind : 0.5;
  }
  if (told.solution) settle_kinds(all, *told.solution, by_hand);
  return by_hand;
}

}  // namespace gridlens
