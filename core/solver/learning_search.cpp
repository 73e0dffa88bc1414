#include "core/solver/learning_search.h"

#include <algorithm>

#include "core/solver/restart_policy.h"

namespace gridlens {

namespace {

constexpr double kBumpDecay = 0.95;
constexpr double kRescaleAt = 1e100;
constexpr std::uint64_t kStepsBetweenChecks = 16;
// Clauses that span so few levels are kept for good.
constexpr std::uint32_t kKeptLevels = 2;
constexpr std::uint64_t kFirstReduction = 2000;
constexpr std::uint64_t kReductionGrowth = 300;

}  // namespace

LearningSearch::LearningSearch(const CoverModel& model) : model_(model), state_(model) {
  solution_.resize(static_cast<size_t>(model.cells));
}

void LearningSearch::build() {
  const auto n = static_cast<size_t>(model_.n);
  const auto cells = static_cast<size_t>(model_.cells);
  option_of_.clear();
  std::vector<Var> var_of(cells * n, 0);
  for (size_t cell = 0; cell < cells; ++cell) {
    const std::uint64_t live = state_.item(cell);
    if (std::has_single_bit(live)) continue;
    for (std::uint64_t rest = live; rest != 0; rest &= rest - 1) {
      const size_t option = cell * n + static_cast<size_t>(std::countr_zero(rest));
      var_of[option] = static_cast<Var>(option_of_.size());
      option_of_.push_back(static_cast<std::uint32_t>(option));
    }
  }
  const auto vars = static_cast<std::uint32_t>(option_of_.size());

  items_.clear();
  item_vars_.clear();
  open_.clear();
  for (size_t item = 0; item < state_.item_count(); ++item) {
    const std::uint64_t live = state_.item(item);
    if (std::has_single_bit(live)) continue;
    Item entry;
    entry.begin = static_cast<std::uint32_t>(item_vars_.size());
    Open open;
    for (std::uint64_t rest = live; rest != 0; rest &= rest - 1) {
      const auto at = static_cast<size_t>(std::countr_zero(rest));
      const size_t option =
          item < cells ? item * n + at
                       : model_.cell_at[(item - cells) / n * n + at] * n + (item - cells) % n;
      item_vars_.push_back(var_of[option]);
      open.sum += var_of[option];
      ++open.count;
    }
    entry.end = static_cast<std::uint32_t>(item_vars_.size());
    items_.push_back(entry);
    open_.push_back(open);
  }
  // The items of each variable, by counting.
  var_items_begin_.assign(vars + 1, 0);
  for (const Var var : item_vars_) ++var_items_begin_[var + 1];
  for (size_t i = 1; i <= vars; ++i) var_items_begin_[i] += var_items_begin_[i - 1];
  var_items_.resize(item_vars_.size());
  std::vector<std::uint32_t> next(var_items_begin_.begin(), var_items_begin_.end() - 1);
  for (size_t item = 0; item < items_.size(); ++item)
    for (std::uint32_t i = items_[item].begin; i < items_[item].end; ++i)
      var_items_[next[item_vars_[i]]++] = static_cast<std::uint32_t>(item);

  values_.assign(2 * vars, 0);
  phase_.assign(vars, 1);
  levels_.assign(vars, 0);
  reasons_.assign(vars, {});
  trail_.clear();
  level_begin_.clear();
  head_ = 0;
  root_simplified_ = 0;
  order_.reset(vars);
  bump_ = 1;
  // Until conflicts tell better: options of small items first.
  for (Var var = 0; var < vars; ++var) {
    std::uint32_t smallest = ~std::uint32_t{0};
    for (std::uint32_t i = var_items_begin_[var]; i < var_items_begin_[var + 1]; ++i)
      smallest = std::min(smallest, open_[var_items_[i]].count);
    order_.set_score(var, 1.0 / smallest);
    order_.insert(var);
  }
  arena_.clear();
  learned_clauses_.clear();
  for (auto& watch : watches_) watch.clear();
  watches_.resize(2 * vars);
  seen_.assign(vars, 0);
  level_stamp_.assign(vars + 1, 0);
  stamp_ = 0;
  statistics_ = {};
  statistics_.options = vars;
}

void LearningSearch::enqueue(Lit lit, Reason reason) {
  values_[lit] = 1;
  values_[lit ^ 1] = -1;
  levels_[lit >> 1] = level();
  reasons_[lit >> 1] = reason;
  trail_.push_back(lit);
}

// All other options of the chosen one's items are ruled out.
bool LearningSearch::propagate_chosen(Var var, Reason& conflict) {
  for (std::uint32_t i = var_items_begin_[var]; i < var_items_begin_[var + 1]; ++i) {
    const Item item = items_[var_items_[i]];
    for (std::uint32_t j = item.begin; j < item.end; ++j) {
      const Var other = item_vars_[j];
      const Lit out = 2 * other + 1;
      if (value(out) == 0) {
        enqueue(out, {Reason::other_chosen, var});
      } else if (value(out) < 0 && other != var) {
        conflict = {Reason::other_chosen, var};
        learned_.assign(1, out);  // for analyse(): the other end of the clash
        return false;
      }
    }
  }
  return true;
}

bool LearningSearch::propagate_ruled_out(Var var, Reason& conflict) {
  bool fine = true;
  for (std::uint32_t i = var_items_begin_[var]; i < var_items_begin_[var + 1]; ++i) {
    Open& open = open_[var_items_[i]];
    --open.count;
    open.sum -= var;
    if (open.count != 1 || !fine) continue;  // all counters must move before this fails
    const Lit last = 2 * open.sum;
    if (value(last) == 0) {
      enqueue(last, {Reason::last_of_item, var_items_[i]});
    } else if (value(last) < 0) {
      conflict = {Reason::last_of_item, var_items_[i]};
      fine = false;
    }
  }
  return fine;
}

bool LearningSearch::propagate_clauses(Lit lit, Reason& conflict) {
  const Lit fallen = lit ^ 1;
  std::vector<Watch>& watches = watches_[fallen];
  size_t kept = 0;
  for (size_t i = 0; i < watches.size(); ++i) {
    const Watch watch = watches[i];
    if (value(watch.blocker) > 0) {
      watches[kept++] = watch;
      continue;
    }
    Lit* lits = clause_lits(watch.clause);
    if (lits[0] == fallen) std::swap(lits[0], lits[1]);
    const Lit first = lits[0];
    if (value(first) > 0) {
      watches[kept++] = {watch.clause, first};
      continue;
    }
    const std::uint32_t size = clause_size(watch.clause);
    std::uint32_t k = 2;
    while (k < size && value(lits[k]) < 0) ++k;
    if (k < size) {
      std::swap(lits[1], lits[k]);
      watches_[lits[1]].push_back({watch.clause, first});
      continue;
    }
    watches[kept++] = {watch.clause, first};
    if (value(first) < 0) {
      for (++i; i < watches.size(); ++i) watches[kept++] = watches[i];
      watches.resize(kept);
      conflict = {Reason::clause, watch.clause};
      return false;
    }
    enqueue(first, {Reason::clause, watch.clause});
  }
  watches.resize(kept);
  return true;
}

bool LearningSearch::propagate(Reason& conflict) {
  while (head_ < trail_.size()) {
    const Lit lit = trail_[head_++];
    ++statistics_.propagations;
    const Var var = lit >> 1;
    if (!((lit & 1) ? propagate_ruled_out(var, conflict) : propagate_chosen(var, conflict)))
      return false;
    if (!propagate_clauses(lit, conflict)) return false;
  }
  return true;
}

void LearningSearch::backtrack(std::uint32_t to) {
  if (level() <= to) return;
  const size_t begin = level_begin_[to];
  for (size_t i = trail_.size(); i-- > begin;) {
    const Lit lit = trail_[i];
    const Var var = lit >> 1;
    if ((lit & 1) && i < head_)
      for (std::uint32_t j = var_items_begin_[var]; j < var_items_begin_[var + 1]; ++j) {
        Open& open = open_[var_items_[j]];
        ++open.count;
        open.sum += var;
      }
    values_[lit] = values_[lit ^ 1] = 0;
    phase_[var] = (lit & 1) ? -1 : 1;
    order_.insert(var);
  }
  trail_.resize(begin);
  head_ = begin;
  level_begin_.resize(to);
}

void LearningSearch::bump(Var var) {
  order_.set_score(var, order_.score(var) + bump_);
  if (order_.score(var) > kRescaleAt) {
    order_.scale(1 / kRescaleAt);
    bump_ /= kRescaleAt;
  }
}

// The false literals that made the reason fire, other than the variable it spoke about.
template <typename Visit>
void LearningSearch::for_each_antecedent(Reason reason, Var skip, Visit visit) const {
  switch (reason.kind) {
    case Reason::none:
      break;
    case Reason::other_chosen:
      visit(2 * reason.index + 1);
      break;
    case Reason::last_of_item:
      for (std::uint32_t i = items_[reason.index].begin; i < items_[reason.index].end; ++i)
        if (item_vars_[i] != skip) visit(2 * item_vars_[i]);
      break;
    case Reason::clause: {
      const Lit* lits = clause_lits(reason.index);
      for (std::uint32_t i = 0; i < clause_size(reason.index); ++i)
        if (lits[i] >> 1 != skip) visit(lits[i]);
      break;
    }
  }
}

std::uint32_t LearningSearch::analyse(Reason conflict) {
  constexpr Var kNoVar = ~Var{0};
  const Lit clash = conflict.kind == Reason::other_chosen ? learned_[0] : 0;
  learned_.assign(1, 0);  // room for the asserting literal
  to_clear_.clear();
  std::uint32_t open = 0;
  const auto visit = [&](Lit lit) {
    const Var var = lit >> 1;
    if (seen_[var] || levels_[var] == 0) return;
    seen_[var] = 1;
    to_clear_.push_back(var);
    bump(var);
    if (levels_[var] == level())
      ++open;
    else
      learned_.push_back(lit);
  };
  for_each_antecedent(conflict, kNoVar, visit);
  if (conflict.kind == Reason::other_chosen) visit(clash);
  size_t at = trail_.size();
  while (true) {
    while (!seen_[trail_[--at] >> 1]) {
    }
    const Lit lit = trail_[at];
    if (--open == 0) {
      learned_[0] = lit ^ 1;
      break;
    }
    for_each_antecedent(reasons_[lit >> 1], lit >> 1, visit);
  }

  size_t kept = 1;
  for (size_t i = 1; i < learned_.size(); ++i)
    if (!is_redundant(learned_[i])) learned_[kept++] = learned_[i];
  learned_.resize(kept);
  for (const Var var : to_clear_) seen_[var] = 0;

  std::uint32_t back = 0;
  for (size_t i = 1; i < learned_.size(); ++i)
    if (levels_[learned_[i] >> 1] > back) {
      back = levels_[learned_[i] >> 1];
      std::swap(learned_[1], learned_[i]);
    }
  bump_ /= kBumpDecay;
  return back;
}

// Whether a literal of the learned clause follows from the others. seen_: 1 in the clause or
// implied by it, 2 known not to be.
bool LearningSearch::is_redundant(Lit lit) {
  if (reasons_[lit >> 1].kind == Reason::none) return false;
  redundant_stack_.assign(1, lit);
  const size_t first_new = to_clear_.size();
  while (!redundant_stack_.empty()) {
    const Var var = redundant_stack_.back() >> 1;
    redundant_stack_.pop_back();
    bool fails = false;
    for_each_antecedent(reasons_[var], var, [&](Lit other) {
      const Var v = other >> 1;
      if (fails || seen_[v] == 1 || levels_[v] == 0) return;
      if (seen_[v] == 2 || reasons_[v].kind == Reason::none) {
        fails = true;
        return;
      }
      seen_[v] = 1;
      to_clear_.push_back(v);
      redundant_stack_.push_back(other);
    });
    if (fails) {
      for (size_t i = first_new; i < to_clear_.size(); ++i) seen_[to_clear_[i]] = 0;
      to_clear_.resize(first_new);
      return false;
    }
  }
  return true;
}

std::uint32_t LearningSearch::count_levels(std::span<const Lit> lits) {
  ++stamp_;
  std::uint32_t count = 0;
  for (const Lit lit : lits) {
    std::uint32_t& seen = level_stamp_[levels_[lit >> 1]];
    count += seen != stamp_;
    seen = stamp_;
  }
  return count;
}

void LearningSearch::attach(ClauseRef ref) {
  const Lit* lits = clause_lits(ref);
  watches_[lits[0]].push_back({ref, lits[1]});
  watches_[lits[1]].push_back({ref, lits[0]});
}

void LearningSearch::learn() {
  if (learned_.size() == 1) {
    enqueue(learned_[0], {});
    return;
  }
  const auto ref = static_cast<ClauseRef>(arena_.size());
  arena_.push_back(static_cast<std::uint32_t>(learned_.size()));
  arena_.push_back(0);
  arena_.insert(arena_.end(), learned_.begin(), learned_.end());
  clause_levels(ref) = count_levels(learned_);
  learned_clauses_.push_back(ref);
  attach(ref);
  enqueue(learned_[0], {Reason::clause, ref});
}

// Any other solution differs from this one in at least one decision.
bool LearningSearch::exclude_current() {
  if (level() == 0) return false;
  learned_.clear();
  for (std::uint32_t l = level(); l-- > 0;) learned_.push_back(trail_[level_begin_[l]] ^ 1);
  return true;
}

// Forgets the half of the clauses that span most levels, and packs the rest.
void LearningSearch::reduce_learned() {
  std::stable_sort(learned_clauses_.begin(), learned_clauses_.end(),
                   [&](ClauseRef a, ClauseRef b) { return clause_levels(a) < clause_levels(b); });
  std::vector<ClauseRef> kept;
  const size_t half = learned_clauses_.size() / 2;
  for (size_t i = 0; i < learned_clauses_.size(); ++i) {
    const ClauseRef ref = learned_clauses_[i];
    const Lit first = clause_lits(ref)[0];
    const Reason why = reasons_[first >> 1];
    const bool in_use = value(first) > 0 && why.kind == Reason::clause && why.index == ref;
    if (i < half || in_use || clause_levels(ref) <= kKeptLevels) kept.push_back(ref);
  }
  std::sort(kept.begin(), kept.end());
  std::vector<std::uint32_t> packed;
  packed.reserve(arena_.size());
  learned_clauses_.clear();
  for (const ClauseRef ref : kept) {
    const auto moved = static_cast<ClauseRef>(packed.size());
    const Lit first = clause_lits(ref)[0];
    Reason& why = reasons_[first >> 1];
    if (value(first) > 0 && why.kind == Reason::clause && why.index == ref) why.index = moved;
    packed.insert(packed.end(), arena_.begin() + ref,
                  arena_.begin() + ref + kHeader + clause_size(ref));
    learned_clauses_.push_back(moved);
  }
  arena_.swap(packed);
  for (auto& watches : watches_) watches.clear();
  for (const ClauseRef ref : learned_clauses_) attach(ref);
}

// At the root: options ruled out for good leave the item lists.
void LearningSearch::simplify_items() {
  if (trail_.size() == root_simplified_) return;
  root_simplified_ = trail_.size();
  for (Item& item : items_) {
    std::uint32_t kept = item.begin;
    for (std::uint32_t i = item.begin; i < item.end; ++i)
      if (value(2 * item_vars_[i]) >= 0) item_vars_[kept++] = item_vars_[i];
    item.end = kept;
  }
}

bool LearningSearch::decide() {
  while (!order_.empty()) {
    const Var var = order_.take_top();
    if (value(2 * var) != 0) continue;
    level_begin_.push_back(static_cast<std::uint32_t>(trail_.size()));
    enqueue(phase_[var] > 0 ? 2 * var : 2 * var + 1, {});
    return true;
  }
  return false;
}

bool LearningSearch::emit(const SolutionSink& sink) {
  const auto n = static_cast<std::uint32_t>(model_.n);
  for (size_t cell = 0; cell < solution_.size(); ++cell)
    if (std::has_single_bit(state_.item(cell)))
      solution_[cell] = static_cast<std::uint8_t>(std::countr_zero(state_.item(cell)) + 1);
  for (Var var = 0; var < option_of_.size(); ++var)
    if (value(2 * var) > 0)
      solution_[option_of_[var] / n] = static_cast<std::uint8_t>(option_of_[var] % n + 1);
  return sink(solution_);
}

SearchOutcome LearningSearch::search(std::span<const std::uint8_t> givens,
                                     const SearchLimits& limits, const SolutionSink& sink) {
  SearchOutcome outcome;
  if (!state_.start(givens.data())) {
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
      learn();
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
    if (limits.max_nodes != 0 && outcome.nodes >= limits.max_nodes) {
      outcome.out_of_budget = true;
      return outcome;
    }
    if (decide()) {
      ++outcome.nodes;
      continue;
    }
    ++outcome.solutions;
    if (!emit(sink)) return outcome;
    if (!exclude_current()) break;
    backtrack(level() - 1);
    learn();
  }
  outcome.complete = true;
  return outcome;
}

}  // namespace gridlens
