#include "core/solver/learning/learning_search.h"

#include <algorithm>
#include <bit>

#include "core/solver/learning/restart_policy.h"

namespace gridlens {

namespace {

constexpr std::uint64_t kStepsBetweenChecks = 16;
// Conflicts until clauses are forgotten for the first time, and how much later each next time.
constexpr std::uint64_t kFirstReduction = 2000;
constexpr std::uint64_t kReductionGrowth = 150;

}  // namespace

void LearningSearch::enqueue(Lit lit, Reason reason) {
  values_[lit] = 1;
  values_[lit ^ 1] = -1;
  facts_[lit >> 1] = {level(), reason};
  trail_.push_back(lit);
}

// In the loops below arrays are named by local pointers: a store into values_ may alias the
// vectors themselves for all the compiler knows, which would load them anew each time.

// All other literals of the chosen one's items are ruled out.
bool LearningSearch::propagate_chosen(Lit lit, Reason& conflict) {
  const std::int8_t* const values = values_.data();
  const Lit* const item_lits = item_lits_.data();
  const Item* const items = items_.data();
  const std::uint32_t* at = &lit_items_[lit_items_begin_[lit]];
  const std::uint32_t* const end = at + (lit_items_begin_[lit + 1] - lit_items_begin_[lit]);
  for (; at != end; ++at) {
    const Item item = items[*at];
    for (std::uint32_t j = item.begin; j < item.end; ++j) {
      const Lit other = item_lits[j];
      if (values[other] < 0) continue;
      if (values[other] == 0) {
        enqueue(other ^ 1, {Reason::other_chosen, lit});
      } else if (other != lit) {
        conflict = {Reason::other_chosen, lit};
        learned_.assign(1, other ^ 1);  // for analyse(): the other end of the clash
        return false;
      }
    }
  }
  return true;
}

bool LearningSearch::propagate_ruled_out(Lit lit, Reason& conflict) {
  bool fine = true;
  Open* const open = open_.data();
  const std::uint32_t* at = &lit_items_[lit_items_begin_[lit]];
  const std::uint32_t* const end = at + (lit_items_begin_[lit + 1] - lit_items_begin_[lit]);
  for (; at != end; ++at) {
    Open& item = open[*at];
    item.sum -= lit;
    if (--item.count != 1 || !fine) continue;  // all counters must move before this fails
    const Lit last = item.sum;
    if (value(last) == 0) {
      enqueue(last, {Reason::last_of_item, *at});
    } else if (value(last) < 0) {
      conflict = {Reason::last_of_item, *at};
      fine = false;
    }
  }
  return fine;
}

bool LearningSearch::propagate_clauses(Lit lit, Reason& conflict) {
  const Lit fallen = lit ^ 1;
  std::vector<Watch>& watches = watches_[fallen];
  const std::int8_t* const values = values_.data();
  std::uint32_t* const arena = arena_.data();
  const Watch* at = watches.data();
  const Watch* const end = at + watches.size();
  Watch* kept = watches.data();
  bool fine = true;
  while (at != end) {
    const Watch watch = *at++;
    if (values[watch.blocker] > 0) {
      *kept++ = watch;
      continue;
    }
    Lit* const lits = arena + watch.clause + kHeader;
    const Lit first = lits[0] ^ lits[1] ^ fallen;
    if (values[first] > 0) {
      *kept++ = {watch.clause, first};
      continue;
    }
    const std::uint32_t size = arena[watch.clause];
    std::uint32_t k = 2;
    while (k < size && values[lits[k]] < 0) ++k;
    if (k < size) {
      lits[0] = first;
      lits[1] = lits[k];
      lits[k] = fallen;
      watches_[lits[1]].push_back({watch.clause, first});
      continue;
    }
    lits[0] = first;
    lits[1] = fallen;
    *kept++ = {watch.clause, first};
    if (values[first] < 0) {
      while (at != end) *kept++ = *at++;
      conflict = {Reason::clause, watch.clause};
      fine = false;
      break;
    }
    enqueue(first, {Reason::clause, watch.clause});
  }
  watches.resize(static_cast<size_t>(kept - watches.data()));
  return fine;
}

// What the cover's counters do not see: k cells that have only k values left between them.
bool LearningSearch::propagate_halls(Reason& conflict) {
  for (; hall_head_ < trail_.size(); ++hall_head_)
    if ((trail_[hall_head_] & 1) != 0) halls_.rule_out(trail_[hall_head_] >> 1);
  if (!halls_.run()) {
    conflict = {Reason::hall_set, halls_.conflict()};
    return false;
  }
  for (const auto& pruned : halls_.pruned())
    if (value(pruned.lit) == 0) enqueue(pruned.lit ^ 1, {Reason::hall_set, pruned.reason});
  return true;
}

bool LearningSearch::propagate(Reason& conflict) {
  while (true) {
    if (head_ == trail_.size()) {
      if (halls_.empty()) return true;
      if (!propagate_halls(conflict)) return false;
      if (head_ == trail_.size()) return true;
    }
    const Lit lit = trail_[head_++];
    ++statistics_.propagations;
    if (!propagate_ruled_out(lit ^ 1, conflict) || !propagate_chosen(lit, conflict) ||
        !propagate_clauses(lit, conflict))
      return false;
  }
}

void LearningSearch::backtrack(std::uint32_t to) {
  if (level() <= to) return;
  const size_t begin = level_begin_[to];
  Open* const open = open_.data();
  const std::uint32_t* const lit_items = lit_items_.data();
  for (size_t i = trail_.size(); i-- > begin;) {
    const Lit lit = trail_[i];
    const Var var = lit >> 1;
    const Lit fallen = lit ^ 1;
    if (i < hall_head_ && (lit & 1) != 0) halls_.restore(var);
    if (i < head_) {
      const std::uint32_t end = lit_items_begin_[fallen + 1];
      for (std::uint32_t j = lit_items_begin_[fallen]; j < end; ++j) {
        ++open[lit_items[j]].count;
        open[lit_items[j]].sum += fallen;
      }
    }
    values_[lit] = values_[fallen] = 0;
    if (is_option(var)) order_.insert(var);
  }
  trail_.resize(begin);
  head_ = begin;
  level_begin_.resize(to);
  hall_head_ = std::min(hall_head_, begin);
  halls_.pop_levels(to);
}

// At the root: options ruled out for good leave the item lists.
void LearningSearch::simplify_items() {
  if (trail_.size() == root_simplified_) return;
  root_simplified_ = trail_.size();
  for (Item& item : items_) {
    std::uint32_t kept = item.begin;
    for (std::uint32_t i = item.begin; i < item.end; ++i)
      if (value(item_lits_[i]) >= 0) item_lits_[kept++] = item_lits_[i];
    item.end = kept;
  }
}

bool LearningSearch::emit(const SolutionSink& sink) {
  const auto n = static_cast<std::uint32_t>(model_.n);
  for (size_t cell = 0; cell < solution_.size(); ++cell)
    if (is_single(state_.item(cell)))
      solution_[cell] = static_cast<std::uint8_t>(std::countr_zero(state_.item(cell)) + 1);
  for (Var var = 0; var < option_of_.size(); ++var)
    if (value(2 * var) > 0)
      solution_[option_of_[var] / n] = static_cast<std::uint8_t>(option_of_[var] % n + 1);
  return sink(solution_);
}

SearchOutcome LearningSearch::search(std::span<const std::uint8_t> givens,
                                     const SearchLimits& limits, const SolutionSink& sink) {
  SearchOutcome outcome;
  std::uint64_t idle_since = 0;
  if (!state_.start(givens.data()) || (tries_options_ && !try_options(limits))) {
    outcome.complete = true;
    return outcome;
  }
  build();
  RestartPolicy restarts;
  std::uint64_t next_reduction = kFirstReduction;
  std::uint64_t reductions = 0;
  std::uint64_t steps = 0;
  while (true) {
    if (steps++ % kStepsBetweenChecks == 0 && limits.interrupted()) {
      outcome.out_of_budget = true;
      return outcome;
    }
    Reason conflict;
    if (!propagate(conflict)) {
      ++statistics_.conflicts;
      if (level() == 0) break;
      const std::uint32_t back = analyse(conflict);
      restarts.add_conflict(count_levels(learned_), trail_.size());
      backtrack(back);
      learn(false);
      if (statistics_.conflicts >= next_reduction) {
        next_reduction = statistics_.conflicts + kFirstReduction + kReductionGrowth * ++reductions;
        reduce_learned();
      }
      continue;
    }
    if (level() == 0) simplify_items();
    if (restarts.due()) {
      restarts.restarted();
      ++statistics_.restarts;
      backtrack(0);
      continue;
    }
    if (limits.spent(outcome.nodes, idle_since)) {
      outcome.out_of_budget = true;
      return outcome;
    }
    if (decide()) {
      ++outcome.nodes;
      continue;
    }
    ++outcome.solutions;
    idle_since = outcome.nodes;
    if (!emit(sink)) return outcome;
    if (!exclude_current()) break;
    backtrack(level() - 1);
    learn(true);
  }
  outcome.complete = true;
  return outcome;
}

}  // namespace gridlens
