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

}  // namespace gridlens
