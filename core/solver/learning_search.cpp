#include "core/solver/learning_search.h"

#include <algorithm>

#include "core/solver/restart_policy.h"

namespace gridlens {

namespace {

// Scores of old conflicts fade, slower as the search goes on.
constexpr double kFirstDecay = 0.95;
constexpr double kLastDecay = 0.98;
constexpr double kDecayConflicts = 20000;
constexpr double kRescaleAt = 1e100;
constexpr std::uint64_t kStepsBetweenChecks = 16;
// Clauses that span so few levels are kept for good.
constexpr std::uint32_t kKeptLevels = 2;
constexpr std::uint64_t kFirstReduction = 8000;
constexpr std::uint64_t kReductionGrowth = 300;
// Below, segments cost more than they save.
constexpr int kSegmentsFromN = 18;
// Boards with more live options than this are far from any contradiction that trying would find.
constexpr size_t kMostOptionsToTry = 5000;

}  // namespace

LearningSearch::LearningSearch(const CoverModel& model, LearningOptions options)
    : model_(model),
      state_(model),
      tries_options_(options.try_options.value_or(model.n >= kSegmentsFromN)) {
  solution_.resize(static_cast<size_t>(model.cells));
  if (options.segments.value_or(model.n >= kSegmentsFromN))
    find_segments();
  else
    families_.resize(static_cast<size_t>(model.units));
}

// Each unit's segments are sorted into families of segments that do not overlap.
void LearningSearch::find_segments() {
  const auto n = static_cast<size_t>(model_.n);
  const auto units = static_cast<size_t>(model_.units);
  std::vector<Segment> of_other(units);
  families_.resize(units);
  const auto add_to_family = [&](size_t unit, std::uint32_t segment) {
    const auto positions = [&](std::uint32_t s) {
      return segments_[s].unit_a == unit ? segments_[s].positions_a : segments_[s].positions_b;
    };
    for (auto& family : families_[unit])
      if (std::none_of(family.begin(), family.end(),
                       [&](std::uint32_t s) { return (positions(s) & positions(segment)) != 0; })) {
        family.push_back(segment);
        return;
      }
    families_[unit].push_back({segment});
  };
  for (size_t a = 0; a < units; ++a) {
    of_other.assign(units, {});
    for (size_t p = 0; p < n; ++p)
      for (const auto& place : model_.places_of(model_.cell_at[a * n + p])) {
        of_other[place.unit].positions_a |= std::uint64_t{1} << p;
        of_other[place.unit].positions_b |= std::uint64_t{1} << place.position;
      }
    for (size_t b = a + 1; b < units; ++b) {
      const int shared = std::popcount(of_other[b].positions_a);
      if (shared < 2 || shared == model_.n) continue;
      segments_.push_back({static_cast<std::uint16_t>(a), static_cast<std::uint16_t>(b),
                           of_other[b].positions_a, of_other[b].positions_b});
      add_to_family(a, static_cast<std::uint32_t>(segments_.size() - 1));
      add_to_family(b, static_cast<std::uint32_t>(segments_.size() - 1));
    }
  }
}

void LearningSearch::add_item() {
  Item item;
  item.begin = items_.empty() ? 0 : items_.back().end;
  item.end = static_cast<std::uint32_t>(item_lits_.size());
  Open open;
  for (std::uint32_t i = item.begin; i < item.end; ++i) {
    ++open.count;
    open.sum += item_lits_[i];
  }
  items_.push_back(item);
  open_.push_back(open);
}

// A unit's value lies in one of the unit's options, and as well in one segment of each family (or
// in an option outside of the family). A segment is a variable of its own: "the value is in these
// cells". So a value that is locked into a segment leaves the other unit by propagation alone, and
// what is learned is said about segments, in shorter clauses.
void LearningSearch::build_units(const std::vector<Var>& var_of, std::uint32_t& vars) {
  const auto n = static_cast<size_t>(model_.n);
  constexpr Lit kNone = ~Lit{0};
  std::vector<Lit> lit_of(segments_.size() * n, kNone);
  const auto option_lit = [&](size_t unit, size_t position, size_t value) {
    return 2 * var_of[model_.cell_at[unit * n + position] * n + value];
  };
  for (size_t s = 0; s < segments_.size(); ++s)
    for (size_t v = 0; v < n; ++v) {
      const Segment& segment = segments_[s];
      const std::uint64_t in_unit = state_.item(state_.unit_item(segment.unit_a, v));
      const std::uint64_t live = in_unit & segment.positions_a;
      if (live == 0 || std::has_single_bit(in_unit)) continue;
      if (std::has_single_bit(live)) {
        lit_of[s * n + v] =
            option_lit(segment.unit_a, static_cast<size_t>(std::countr_zero(live)), v);
        continue;
      }
      const Lit lit = 2 * vars++;
      lit_of[s * n + v] = lit;
      item_lits_.push_back(lit ^ 1);
      for (std::uint64_t rest = live; rest != 0; rest &= rest - 1)
        item_lits_.push_back(
            option_lit(segment.unit_a, static_cast<size_t>(std::countr_zero(rest)), v));
      add_item();
    }
  for (size_t unit = 0; unit < static_cast<size_t>(model_.units); ++unit)
    for (size_t v = 0; v < n; ++v) {
      const std::uint64_t live = state_.item(state_.unit_item(unit, v));
      if (std::has_single_bit(live)) continue;
      for (size_t f = 0; f < std::max<size_t>(1, families_[unit].size()); ++f) {
        std::uint64_t rest = live;
        if (!families_[unit].empty())
          for (const std::uint32_t s : families_[unit][f]) {
            if (lit_of[s * n + v] != kNone) item_lits_.push_back(lit_of[s * n + v]);
            rest &= ~(segments_[s].unit_a == unit ? segments_[s].positions_a
                                                  : segments_[s].positions_b);
          }
        for (; rest != 0; rest &= rest - 1)
          item_lits_.push_back(option_lit(unit, static_cast<size_t>(std::countr_zero(rest)), v));
        add_item();
      }
    }
}

void LearningSearch::build() {
  const auto n = static_cast<size_t>(model_.n);
  const auto cells = static_cast<size_t>(model_.cells);
  option_of_.clear();
  items_.clear();
  item_lits_.clear();
  open_.clear();
  std::vector<Var> var_of(cells * n, 0);
  for (size_t cell = 0; cell < cells; ++cell) {
    const std::uint64_t live = state_.item(cell);
    if (std::has_single_bit(live)) continue;
    for (std::uint64_t rest = live; rest != 0; rest &= rest - 1) {
      const size_t option = cell * n + static_cast<size_t>(std::countr_zero(rest));
      var_of[option] = static_cast<Var>(option_of_.size());
      item_lits_.push_back(2 * var_of[option]);
      option_of_.push_back(static_cast<std::uint32_t>(option));
    }
    add_item();
  }
  auto vars = static_cast<std::uint32_t>(option_of_.size());
  build_units(var_of, vars);

  // The items of each literal, by counting.
  lit_items_begin_.assign(2 * vars + 1, 0);
  for (const Lit lit : item_lits_) ++lit_items_begin_[lit + 1];
  for (size_t i = 1; i < lit_items_begin_.size(); ++i)
    lit_items_begin_[i] += lit_items_begin_[i - 1];
  lit_items_.resize(item_lits_.size());
  std::vector<std::uint32_t> next(lit_items_begin_.begin(), lit_items_begin_.end() - 1);
  for (size_t item = 0; item < items_.size(); ++item)
    for (std::uint32_t i = items_[item].begin; i < items_[item].end; ++i)
      lit_items_[next[item_lits_[i]]++] = static_cast<std::uint32_t>(item);

  values_.assign(2 * vars, 0);
  facts_.assign(vars, {});
  trail_.clear();
  level_begin_.clear();
  head_ = 0;
  root_simplified_ = 0;
  order_.reset(static_cast<std::uint32_t>(option_of_.size()));
  bump_ = 1;
  // Until conflicts tell better: options of small items first.
  for (Var var = 0; var < option_of_.size(); ++var) {
    std::uint32_t smallest = ~std::uint32_t{0};
    for (std::uint32_t i = lit_items_begin_[2 * var]; i < lit_items_begin_[2 * var + 1]; ++i)
      smallest = std::min(smallest, open_[lit_items_[i]].count);
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
  statistics_.options = static_cast<std::uint32_t>(option_of_.size());
}

size_t LearningSearch::live_options() const {
  size_t count = 0;
  for (size_t cell = 0; cell < static_cast<size_t>(model_.cells); ++cell)
    count += static_cast<size_t>(std::popcount(state_.item(cell)));
  return count;
}

// Tries every option at the root and removes those that contradict at once (failed literals), until
// none does. False when the board has no solution. An interrupted try leaves a valid state.
bool LearningSearch::try_options(const SearchLimits& limits) {
  if (live_options() > kMostOptionsToTry) return true;
  const auto cells = static_cast<size_t>(model_.cells);
  for (bool again = true; again;) {
    again = false;
    for (size_t cell = 0; cell < cells; ++cell) {
      if (std::has_single_bit(state_.item(cell))) continue;
      if (limits.interrupted()) return true;
      for (std::uint64_t rest = state_.item(cell); rest != 0; rest &= rest - 1) {
        const auto value = static_cast<size_t>(std::countr_zero(rest));
        if (!(state_.item(cell) >> value & 1)) continue;
        const size_t mark = state_.mark();
        const bool possible = state_.choose(cell, value) && state_.propagate();
        state_.undo_to(mark);
        if (possible) continue;
        again = true;
        if (!state_.remove(cell, value) || !state_.propagate()) return false;
        if (std::has_single_bit(state_.item(cell))) break;
      }
    }
  }
  return true;
}

void LearningSearch::enqueue(Lit lit, Reason reason) {
  values_[lit] = 1;
  values_[lit ^ 1] = -1;
  facts_[lit >> 1] = {level(), reason};
  trail_.push_back(lit);
}

// All other literals of the chosen one's items are ruled out.
bool LearningSearch::propagate_chosen(Lit lit, Reason& conflict) {
  for (std::uint32_t i = lit_items_begin_[lit]; i < lit_items_begin_[lit + 1]; ++i) {
    const Item item = items_[lit_items_[i]];
    for (std::uint32_t j = item.begin; j < item.end; ++j) {
      const Lit other = item_lits_[j];
      if (value(other) == 0) {
        enqueue(other ^ 1, {Reason::other_chosen, lit});
      } else if (value(other) > 0 && other != lit) {
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
  for (std::uint32_t i = lit_items_begin_[lit]; i < lit_items_begin_[lit + 1]; ++i) {
    Open& open = open_[lit_items_[i]];
    --open.count;
    open.sum -= lit;
    if (open.count != 1 || !fine) continue;  // all counters must move before this fails
    const Lit last = open.sum;
    if (value(last) == 0) {
      enqueue(last, {Reason::last_of_item, lit_items_[i]});
    } else if (value(last) < 0) {
      conflict = {Reason::last_of_item, lit_items_[i]};
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
    if (!propagate_ruled_out(lit ^ 1, conflict) || !propagate_chosen(lit, conflict) ||
        !propagate_clauses(lit, conflict))
      return false;
  }
  return true;
}

void LearningSearch::backtrack(std::uint32_t to) {
  if (level() <= to) return;
  const size_t begin = level_begin_[to];
  for (size_t i = trail_.size(); i-- > begin;) {
    const Lit lit = trail_[i];
    const Var var = lit >> 1;
    const Lit fallen = lit ^ 1;
    if (i < head_)
      for (std::uint32_t j = lit_items_begin_[fallen]; j < lit_items_begin_[fallen + 1]; ++j) {
        Open& open = open_[lit_items_[j]];
        ++open.count;
        open.sum += fallen;
      }
    values_[lit] = values_[lit ^ 1] = 0;
    if (is_option(var)) order_.insert(var);
  }
  trail_.resize(begin);
  head_ = begin;
  level_begin_.resize(to);
}

void LearningSearch::bump(Var var) {
  if (!is_option(var)) return;  // segments are never decided
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
      visit(reason.index ^ 1);
      break;
    case Reason::last_of_item:
      for (std::uint32_t i = items_[reason.index].begin; i < items_[reason.index].end; ++i)
        if (item_lits_[i] >> 1 != skip) visit(item_lits_[i]);
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
    if (seen_[var] || facts_[var].level == 0) return;
    seen_[var] = 1;
    to_clear_.push_back(var);
    bump(var);
    if (facts_[var].level == level())
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
    for_each_antecedent(facts_[lit >> 1].reason, lit >> 1, visit);
  }

  size_t kept = 1;
  for (size_t i = 1; i < learned_.size(); ++i)
    if (!is_redundant(learned_[i])) learned_[kept++] = learned_[i];
  learned_.resize(kept);
  for (const Var var : to_clear_) seen_[var] = 0;

  std::uint32_t back = 0;
  for (size_t i = 1; i < learned_.size(); ++i)
    if (facts_[learned_[i] >> 1].level > back) {
      back = facts_[learned_[i] >> 1].level;
      std::swap(learned_[1], learned_[i]);
    }
  const double progress =
      std::min(1.0, static_cast<double>(statistics_.conflicts) / kDecayConflicts);
  bump_ /= kFirstDecay + (kLastDecay - kFirstDecay) * progress;
  return back;
}

// Whether a literal of the learned clause follows from the others. seen_: 1 in the clause or
// implied by it, 2 known not to be.
bool LearningSearch::is_redundant(Lit lit) {
  if (facts_[lit >> 1].reason.kind == Reason::none) return false;
  redundant_stack_.assign(1, lit);
  const size_t first_new = to_clear_.size();
  while (!redundant_stack_.empty()) {
    const Var var = redundant_stack_.back() >> 1;
    redundant_stack_.pop_back();
    bool fails = false;
    for_each_antecedent(facts_[var].reason, var, [&](Lit other) {
      const Var v = other >> 1;
      if (fails || seen_[v] == 1 || facts_[v].level == 0) return;
      if (seen_[v] == 2 || facts_[v].reason.kind == Reason::none) {
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
    std::uint32_t& seen = level_stamp_[facts_[lit >> 1].level];
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

void LearningSearch::learn(bool keep) {
  if (learned_.size() == 1) {
    enqueue(learned_[0], {});
    return;
  }
  const auto ref = static_cast<ClauseRef>(arena_.size());
  arena_.push_back(static_cast<std::uint32_t>(learned_.size()));
  arena_.push_back(0);
  arena_.insert(arena_.end(), learned_.begin(), learned_.end());
  clause_levels(ref) = keep ? 0 : count_levels(learned_);
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
    const Reason why = facts_[first >> 1].reason;
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
    Reason& why = facts_[first >> 1].reason;
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
      if (value(item_lits_[i]) >= 0) item_lits_[kept++] = item_lits_[i];
    item.end = kept;
  }
}

bool LearningSearch::decide() {
  while (!order_.empty()) {
    const Var var = order_.take_top();
    // Always chosen: ruling an option out says little.
    if (value(2 * var) != 0) continue;
    level_begin_.push_back(static_cast<std::uint32_t>(trail_.size()));
    enqueue(2 * var, {});
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
