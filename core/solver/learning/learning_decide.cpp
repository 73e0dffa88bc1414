// Which option a learning search chooses next.
#include "core/solver/learning/learning_search.h"

namespace gridlens {

namespace {

// What ruling an option out is worth where it leaves no item with one option.
constexpr double kLeastWhenRuledOut = 0.5;

}  // namespace

// How much happens at once either way: the items left with one option when it is chosen, times
// those left with one when it is ruled out.
double LearningSearch::effect_of(Var var) {
  const Lit lit = 2 * var;
  double when_chosen = 1;
  double when_ruled_out = kLeastWhenRuledOut;
  touched_.clear();
  for (std::uint32_t i = lit_items_begin_[lit]; i < lit_items_begin_[lit + 1]; ++i) {
    const std::uint32_t own = lit_items_[i];
    if (open_[own].count == 2) when_ruled_out += 1;
    for (std::uint32_t j = items_[own].begin; j < items_[own].end; ++j) {
      const Lit other = item_lits_[j];
      if (other == lit || value(other) != 0) continue;
      for (std::uint32_t k = lit_items_begin_[other]; k < lit_items_begin_[other + 1]; ++k) {
        const std::uint32_t item = lit_items_[k];
        if (item == own) continue;
        if (open_[item].count - losses_[item] == 2) when_chosen += 1;
        ++losses_[item];
        touched_.push_back(item);
      }
    }
  }
  for (const std::uint32_t item : touched_) losses_[item] = 0;
  return when_chosen * when_ruled_out;
}

// Of the options that late conflicts were about (highest scores), the one with the greatest effect.
// Always chosen, never ruled out: ruling an option out says little.
bool LearningSearch::decide() {
  candidates_.clear();
  while (!order_.empty() && candidates_.size() < look_ahead_) {
    const Var var = order_.take_top();
    if (value(2 * var) == 0) candidates_.push_back(var);
  }
  if (candidates_.empty()) return false;
  Var best = candidates_[0];
  if (candidates_.size() > 1) {
    double highest = -1;
    for (const Var var : candidates_) {
      const double worth = effect_of(var) * order_.score(var);
      if (worth > highest) {
        highest = worth;
        best = var;
      }
    }
    for (const Var var : candidates_)
      if (var != best) order_.insert(var);
  }
  level_begin_.push_back(static_cast<std::uint32_t>(trail_.size()));
  halls_.push_level();
  enqueue(2 * best, {});
  return true;
}

}  // namespace gridlens
