#include "core/solver/learning/hall_sets.h"

#include <bit>

namespace gridlens {

namespace {

std::uint32_t bit(std::uint32_t i) {
  return 1U << i;
}
std::uint32_t lowest(std::uint32_t mask) {
  return static_cast<std::uint32_t>(std::countr_zero(mask));
}

// A Hall set of fewer rows, or one that leaves fewer, is a single, which propagation finds.
constexpr int kFewestRows = 4;

}  // namespace

void HallSets::reset() {
  squares_.clear();
  live_.clear();
  first_.clear();
  match_.clear();
  lits_.clear();
  spots_.clear();
  is_dirty_.clear();
  dirty_.clear();
  reasons_.clear();
  level_begin_.clear();
  pruned_.clear();
}

void HallSets::add_square(std::uint32_t k, std::span<const Lit> lits) {
  if (k < static_cast<std::uint32_t>(kFewestRows) || k > kMostRows) return;
  const auto index = static_cast<std::uint32_t>(squares_.size());
  const Square square{static_cast<std::uint32_t>(live_.size()),
                      static_cast<std::uint32_t>(lits_.size()), k};
  squares_.push_back(square);
  lits_.insert(lits_.end(), lits.begin(), lits.end());
  for (std::uint32_t row = 0; row < k; ++row) {
    std::uint32_t columns = 0;
    for (std::uint32_t column = 0; column < k; ++column)
      if (lits[row * k + column] != kNoLit) columns |= bit(column);
    live_.push_back(columns);
    first_.push_back(columns);
    match_.push_back(0);
  }
  is_dirty_.push_back(1);
  dirty_.push_back(index);
}

void HallSets::finish(std::uint32_t vars) {
  spots_begin_.assign(vars + 1, 0);
  for (const Lit lit : lits_)
    if (lit != kNoLit) ++spots_begin_[lit / 2 + 1];
  for (size_t i = 1; i < spots_begin_.size(); ++i) spots_begin_[i] += spots_begin_[i - 1];
  spots_.resize(spots_begin_.back());
  std::vector<std::uint32_t> next(spots_begin_.begin(), spots_begin_.end() - 1);
  for (std::uint32_t s = 0; s < squares_.size(); ++s)
    for (std::uint32_t i = 0; i < squares_[s].k * squares_[s].k; ++i) {
      const Lit lit = lits_[squares_[s].first_lit + i];
      if (lit != kNoLit)
        spots_[next[lit / 2]++] = {
            static_cast<std::uint16_t>(s),
            static_cast<std::uint16_t>(squares_[s].first_row + i / squares_[s].k),
            static_cast<std::uint16_t>(i % squares_[s].k)};
    }
}

void HallSets::pop_levels(size_t levels_left) {
  if (levels_left < level_begin_.size()) {
    reasons_.resize(level_begin_[levels_left]);
    level_begin_.resize(levels_left);
  }
  for (const std::uint32_t square : dirty_) is_dirty_[square] = 0;
  dirty_.clear();
  pruned_.clear();
}

bool HallSets::run() {
  pruned_.clear();
  while (!dirty_.empty() && pruned_.empty()) {
    const std::uint32_t square = dirty_.back();
    dirty_.pop_back();
    is_dirty_[square] = 0;
    if (!run_square(square)) return false;
  }
  return true;
}

// Finds the row a column by moving others (augmenting path, breadth first).
bool HallSets::match_row(const Square& square, std::uint32_t row, std::uint8_t* owner,
                         std::uint32_t& matched, std::uint32_t index) {
  const std::uint32_t* live = &live_[square.first_row];
  std::uint8_t* match = &match_[square.first_row];
  std::uint8_t reached_from[kMostRows];
  std::uint8_t queue[kMostRows];
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t rows = bit(row);
  std::uint32_t seen = 0;
  queue[end++] = static_cast<std::uint8_t>(row);
  while (begin < end) {
    const std::uint8_t at = queue[begin++];
    std::uint32_t fresh = live[at] & ~seen;
    seen |= fresh;
    for (; fresh != 0; fresh &= fresh - 1) {
      std::uint32_t column = lowest(fresh);
      reached_from[column] = at;
      if ((matched & bit(column)) != 0) {
        queue[end++] = owner[column];
        rows |= bit(owner[column]);
        continue;
      }
      matched |= bit(column);
      while (true) {
        const std::uint8_t holder = reached_from[column];
        const std::uint8_t before = match[holder];
        match[holder] = static_cast<std::uint8_t>(column);
        owner[column] = holder;
        if (holder == row) return true;
        column = before;
      }
    }
  }
  reasons_.push_back({index, rows, seen});
  return false;
}

bool HallSets::run_square(std::uint32_t index) {
  const Square square = squares_[index];
  const std::uint32_t* live = &live_[square.first_row];
  std::uint8_t* match = &match_[square.first_row];
  std::uint8_t owner[kMostRows];
  std::uint32_t active = 0;     // rows with a choice
  std::uint32_t unmatched = 0;  // of these, rows whose column is gone
  std::uint32_t matched = 0;    // columns
  for (std::uint32_t row = 0; row < square.k; ++row) {
    if ((live[row] & (live[row] - 1)) == 0) continue;
    active |= bit(row);
    if ((live[row] & bit(match[row])) == 0 || (matched & bit(match[row])) != 0) {
      unmatched |= bit(row);
      continue;
    }
    matched |= bit(match[row]);
    owner[match[row]] = static_cast<std::uint8_t>(row);
  }
  if (std::popcount(active) < kFewestRows) return true;
  for (; unmatched != 0; unmatched &= unmatched - 1)
    if (!match_row(square, lowest(unmatched), owner, matched, index)) return false;

  // Where every row leads to every other, no row has a column to lose. Usual, and quickly seen.
  std::uint32_t forward = 0;
  std::uint32_t columns = 0;
  for (std::uint32_t frontier = active & -active; frontier != 0;) {
    forward |= frontier;
    std::uint32_t fresh = 0;
    for (; frontier != 0; frontier &= frontier - 1) fresh |= live[lowest(frontier)];
    fresh &= ~columns;
    columns |= fresh;
    for (; fresh != 0; fresh &= fresh - 1) frontier |= bit(owner[lowest(fresh)]);
    frontier &= ~forward;
  }
  if (forward == active) {
    std::uint32_t backward = active & -active;
    std::uint32_t reached = bit(match[lowest(active)]);
    for (bool more = true; more && backward != active;) {
      more = false;
      for (std::uint32_t rest = active & ~backward; rest != 0; rest &= rest - 1) {
        const std::uint32_t row = lowest(rest);
        if ((live[row] & reached) == 0) continue;
        backward |= bit(row);
        reached |= bit(match[row]);
        more = true;
      }
    }
    if (backward == active) return true;
  }
  prune(square, active, owner, index);
  return true;
}

// The rows that a row leads to (by a column it could have, to that column's row) share their
// columns among themselves: no other row can have one of these.
void HallSets::prune(const Square& square, std::uint32_t active, const std::uint8_t* owner,
                     std::uint32_t index) {
  const std::uint32_t* live = &live_[square.first_row];
  std::uint32_t leads_to[kMostRows] = {};
  for (std::uint32_t rows = active; rows != 0; rows &= rows - 1) {
    const std::uint32_t row = lowest(rows);
    for (std::uint32_t rest = live[row]; rest != 0; rest &= rest - 1)
      leads_to[row] |= bit(owner[lowest(rest)]);
  }
  for (std::uint32_t via = active; via != 0; via &= via - 1)
    for (std::uint32_t rows = active; rows != 0; rows &= rows - 1)
      if ((leads_to[lowest(rows)] & (via & -via)) != 0)
        leads_to[lowest(rows)] |= leads_to[lowest(via)];
  for (std::uint32_t rows = active; rows != 0; rows &= rows - 1) {
    const std::uint32_t set = leads_to[lowest(rows)];
    if (set == active) continue;
    std::uint32_t columns = 0;
    for (std::uint32_t rest = set; rest != 0; rest &= rest - 1) columns |= live[lowest(rest)];
    bool named = false;
    for (std::uint32_t outside = active & ~set; outside != 0; outside &= outside - 1) {
      const std::uint32_t row = lowest(outside);
      // Each column is looked at with its own row only.
      const std::uint32_t own = bit(match_[square.first_row + lowest(rows)]);
      if ((live[row] & own) == 0) continue;
      if (!named) reasons_.push_back({index, set, columns});
      named = true;
      pruned_.push_back({lits_[square.first_lit + row * square.k + lowest(own)],
                         static_cast<std::uint32_t>(reasons_.size() - 1)});
    }
  }
}

}  // namespace gridlens
