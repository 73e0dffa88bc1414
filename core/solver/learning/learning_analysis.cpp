// How a learning search learns from a conflict, and forgets.
#include <algorithm>

#include "core/solver/learning/learning_search.h"

namespace gridlens {

namespace {

// Scores of old conflicts fade, slower as the search goes on.
constexpr double kFirstDecay = 0.95;
constexpr double kLastDecay = 0.98;
constexpr double kDecayConflicts = 20000;
constexpr double kRescaleAt = 1e100;
// Clauses that span so few levels are kept for good.
constexpr std::uint32_t kKeptLevels = 2;

}  // namespace

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
    case Reason::hall_set:
      halls_.for_each_antecedent(reason.index, [&](Lit lit) {
        if (lit >> 1 != skip) visit(lit);
      });
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

  count_levels(learned_);  // stamps them, for is_redundant()
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

// Whether a literal of the learned clause follows from the others. seen_: in the clause or implied
// by it. A literal of a level that the clause does not touch cannot be implied.
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
      if (fails || seen_[v] != 0 || facts_[v].level == 0) return;
      if (facts_[v].reason.kind == Reason::none || level_stamp_[facts_[v].level] != stamp_) {
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

}  // namespace gridlens
