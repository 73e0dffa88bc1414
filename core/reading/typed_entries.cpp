#include "core/reading/typed_entries.h"

#include <algorithm>

#include "core/puzzle/rules.h"
#include "core/reading/entry_cues.h"
#include "core/reading/entry_parts.h"
#include "core/reading/rare_grounds.h"

namespace gridlens {

namespace {

constexpr double kDoubt = 1e-3;
constexpr double kLeastAgreeing = 0.6;  // of the entries, with the solution ...
constexpr double kLeastInOwnInk = 0.4;  // ... where they have an ink of their own
constexpr int kMostRounds = 3;          // entries, mistakes, and a highlight
constexpr int kFewestPairs = 4;         // of givens opposite each other, to call a puzzle symmetric

double agreeing_share(const Grid& entries, const Grid& solution) {
  int agreeing = 0;
  for (size_t i = 0; i < entries.values().size(); ++i)
    agreeing += entries.values()[i] != 0 && entries.values()[i] == solution.values()[i] ? 1 : 0;
  return static_cast<double>(agreeing) / std::max(1, entries.count_filled());
}

// Pairs of equal symbols in a row, column or box.
std::vector<std::pair<size_t, size_t>> clashes_of(const Grid& all) {
  std::vector<std::pair<size_t, size_t>> pairs;
  for (const Unit& unit : classic_rules(all.shape()).units)
    for (const int a : unit.cells)
      for (const int b : unit.cells) {
        const auto value = all.values()[static_cast<size_t>(a)];
        if (a != b && value != 0 && value == all.values()[static_cast<size_t>(b)])
          pairs.emplace_back(a, b);
      }
  return pairs;
}

// Every symbol of the part has its like: what programs mark as mistakes, givens among them.
bool all_clash(const Grid& all, const Cells& part) {
  Cells clashes(part.size(), false);
  for (const auto& [a, b] : clashes_of(all)) clashes[a] = true;
  for (size_t i = 0; i < part.size(); ++i)
    if (part[i] && !clashes[i]) return false;
  return true;
}

bool any_clash(const Grid& all, const Cells& part) {
  const auto pairs = clashes_of(all);
  return std::any_of(pairs.begin(), pairs.end(),
                     [&](const auto& pair) { return part[pair.first]; });
}

// An ink that marks clashes marks all symbols of a clash, givens among them. One that does not is
// just another ink of the player's.
void back_to_their_ink(const Grid& all, const EntryCue& cue, EntryParts& parts) {
  Cells marked(parts.apart.size(), false);
  Cells alone(parts.apart.size(), false);
  for (const auto& [a, b] : clashes_of(all)) (parts.apart[b] ? marked : alone)[a] = true;
  for (size_t i = 0; i < marked.size(); ++i) {
    if (!parts.apart[i] || !cue.known[i] || (marked[i] && !alone[i])) continue;
    parts.apart[i] = false;
    (cue.values[i] > 0.5 ? parts.high : parts.low)[i] = true;
  }
}

// What is known so far of every symbol.
struct Told {
  Cells givens, entries, apart;
  std::optional<Grid> solution;  // of the givens, where they were parted
  bool by_ink = false;           // the entries have inks of their own: grounds tell nothing more
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

std::optional<Parting> try_split(const Grid& all, const Grid& symbols,
                                 const std::vector<InkTraits>& traits, const Cells& rare,
                                 const std::vector<EntryCue>& cues, const EntrySplit& split,
                                 const OnlySolution& only_solution) {
  Parting parting;
  parting.cue = split.cue;
  parting.parts = parts_of(symbols, traits, rare, split);
  if (split.cue->own_ink) back_to_their_ink(all, *split.cue, parting.parts);
  hear_other_cues(cues, *split.cue, rare, parting.parts);
  const EntryParts& parts = parting.parts;
  if (is_a_highlight(all, traits, rare, parts, split) ||
      !are_mixed(symbols, traits, parts, *split.cue))
    return std::nullopt;
  const Grid low = only(all, parts.low);
  const Grid high = only(all, parts.high);
  std::optional<Grid> of_low = only_solution(low);
  std::optional<Grid> of_high = only_solution(high);
  if (!of_low && !of_high && std::count(parts.apart.begin(), parts.apart.end(), true) > 0 &&
      !any_clash(all, parts.apart)) {
    // Nothing tells whose a symbol on a ground of its own is, unless the givens need it. One that
    // clashes may be a mistake.
    const Grid rest = only(all, parts.apart);
    of_low = only_solution(low.filled_from(rest));
    of_high = only_solution(high.filled_from(rest));
    parting.apart_are_givens = true;
  }
  if (!of_low && !of_high) return std::nullopt;
  parting.givens_side = of_high ? 1 : -1;
  if (of_low && of_high) {  // a few entries may do for a small board
    if (*of_low != *of_high) return std::nullopt;
    parting.givens_side = usual_givens(traits, cues, parts);
    if (parting.givens_side == 0) return std::nullopt;
  }
  parting.solution = of_low ? *of_low : *of_high;
  const Cells& others = parting.givens_side < 0 ? parts.high : parts.low;
  parting.mistakes = all_clash(all, others);
  const double least = split.cue->own_ink ? kLeastInOwnInk : kLeastAgreeing;
  if (!parting.mistakes && agreeing_share(only(all, others), parting.solution) < least)
    return std::nullopt;
  return parting;
}

// Parts the givens once more by the split that makes sense and leaves the fewest apart, of those
// the widest; marked mistakes are parted off only where nothing else can be. False: by none.
bool part_once(const Grid& all, const std::vector<InkTraits>& traits, const Cells& rare,
               const std::vector<EntryCue>& cues, const OnlySolution& only_solution, Told& told) {
  const Grid symbols = only(all, told.givens);
  std::optional<Parting> chosen;
  const auto better = [&](const Parting& parting) {
    if (!chosen || parting.mistakes != chosen->mistakes) return !chosen || chosen->mistakes;
    return !parting.mistakes && parting.apart() < chosen->apart();
  };
  for (const EntrySplit& split : clear_splits(symbols, cues, rare)) {
    if (told.by_ink && !split.cue->own_ink) continue;
    auto parting = try_split(all, symbols, traits, rare, cues, split, only_solution);
    if (parting && better(*parting)) chosen = std::move(parting);
    if (chosen && !chosen->mistakes && (chosen->cue->own_ink || chosen->apart() == 0)) break;
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
                                                      const OnlySolution& only_solution,
                                                      bool drawn) {
  const Cells rare = on_rare_ground(traits);
  const std::vector<EntryCue> cues = entry_cues(all, traits, rare, drawn);
  const size_t count = traits.size();
  Told told{Cells(count), Cells(count), Cells(count), std::nullopt};
  for (size_t i = 0; i < count; ++i) told.givens[i] = all.values()[i] != 0;
  for (int round = 0; round < kMostRounds; ++round)
    if (!part_once(all, traits, rare, cues, only_solution, told)) break;
  if (!told.solution) return std::nullopt;

  const bool symmetric = is_symmetric(told);
  std::vector<double> by_hand;
  for (size_t i = 0; i < count; ++i) {
    double p = told.entries[i] ? 1 - kDoubt : kDoubt;
    if (told.apart[i]) {
      const bool wrong = all.values()[i] != told.solution->values()[i];
      const size_t opposite = count - 1 - i;
      if (wrong)
        p = 1 - kDoubt;
      else if (symmetric && !told.apart[opposite])
        p = told.givens[opposite] ? kDoubt : 1 - kDoubt;
      else
        p = 0.5;
    }
    by_hand.push_back(p);
  }
  return by_hand;
}

}  // namespace gridlens
