#include "core/reading/entries/marked_clashes.h"

#include <algorithm>
#include <utility>

#include "core/puzzle/rules.h"

namespace gridlens {

namespace {

// Pairs of equal symbols in a row, column or box, either way round.
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

}  // namespace

bool holds_whole_clashes(const Grid& all, const Cells& part, const Cells& known) {
  Cells within(part.size(), false);
  for (const auto& [a, b] : clashes_of(all)) {
    if (!part[a]) continue;
    if (part[b])
      within[a] = true;
    else if (known[b])
      return false;
  }
  for (size_t i = 0; i < part.size(); ++i)
    if (part[i] && !within[i]) return false;
  return true;
}

bool any_clash(const Grid& all, const Cells& part) {
  const auto pairs = clashes_of(all);
  return std::any_of(pairs.begin(), pairs.end(),
                     [&](const auto& pair) { return part[pair.first]; });
}

Cells marked_clashes(const Grid& all, const std::vector<EntryCue>& cues) {
  Cells marked(all.values().size(), false);
  for (const EntryCue& cue : cues) {
    if (!cue.own_ink) continue;
    Cells its(marked.size(), false);
    for (size_t i = 0; i < its.size(); ++i)
      its[i] = all.values()[i] != 0 && cue.known[i] && cue.values[i] > 0.5;
    if (!holds_whole_clashes(all, its, cue.known)) continue;
    for (size_t i = 0; i < its.size(); ++i) marked[i] = marked[i] || its[i];
  }
  return marked;
}

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

void settle_kinds(const Grid& all, const Grid& solution, std::vector<double>& by_hand) {
  const auto right = [&](size_t i) { return all.values()[i] == solution.values()[i]; };
  double givens = 0.5;
  double right_entries = 0.5;
  for (size_t i = 0; i < by_hand.size(); ++i) {
    if (all.values()[i] == 0 || by_hand[i] == kUntoldKind) continue;
    if (by_hand[i] < 0.5)
      ++givens;
    else if (right(i))
      ++right_entries;
  }
  for (size_t i = 0; i < by_hand.size(); ++i)
    if (all.values()[i] != 0 && !right(i) && by_hand[i] > kDoubt)
      by_hand[i] = 1 - kDoubt;
    else if (by_hand[i] == kUntoldKind)
      by_hand[i] = right_entries / (givens + right_entries);
}

}  // namespace gridlens
