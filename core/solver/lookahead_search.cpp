#include "core/solver/lookahead_search.h"

#include <algorithm>
#include <bit>

namespace gridlens {

namespace {

constexpr std::uint64_t kTriesBetweenChecks = 16;
// Options never tried yet, and what a failed try counts, in changed items.
constexpr float kUntried = 60;
constexpr float kFailed = 1000;

}  // namespace

template <typename Mask>
LookaheadSearch<Mask>::LookaheadSearch(const CoverModel& model, LookaheadOptions options)
    : options_(options), n_(static_cast<std::uint32_t>(model.n)), state_(model) {
  promise_.resize(state_.cells() * n_);
  candidates_.reserve(state_.item_count() + 1);
  stack_.reserve(state_.item_count());
  left_.resize(state_.item_count());
  left_stamp_.resize(state_.item_count());
  equal_stamp_.resize(state_.item_count());
  losses_.reserve(state_.cells() * n_);
  solution_.resize(state_.cells());
}

template <typename Mask>
bool LookaheadSearch<Mask>::is_pair(std::uint32_t item) const {
  const Mask x = state_.item(item);
  const Mask y = static_cast<Mask>(x & (x - 1));
  return y != 0 && (y & (y - 1)) == 0;
}

template <typename Mask>
auto LookaheadSearch<Mask>::first_of(std::uint32_t item) const -> Option {
  return state_.option_at(item, static_cast<std::uint32_t>(std::countr_zero(state_.item(item))));
}

template <typename Mask>
auto LookaheadSearch<Mask>::second_of(std::uint32_t item) const -> Option {
  const Mask x = state_.item(item);
  return state_.option_at(
      item, static_cast<std::uint32_t>(std::countr_zero(static_cast<Mask>(x & (x - 1)))));
}

template <typename Mask>
bool LookaheadSearch<Mask>::find_pairs() {
  candidates_.resize(state_.item_count() + 1);
  Candidate* end = candidates_.data();
  Mask open = 0;
  const auto count = static_cast<std::uint32_t>(state_.item_count());
  for (std::uint32_t item = 0; item < count; ++item) {
    const Mask x = state_.item(item);
    const Mask y = static_cast<Mask>(x & (x - 1));
    open |= y;
    end->item = item;
    end += (y != 0) & ((y & (y - 1)) == 0);
  }
  candidates_.resize(static_cast<std::size_t>(end - candidates_.data()));
  for (Candidate& candidate : candidates_)
    candidate.promise =
        promise_of(first_of(candidate.item)) * promise_of(second_of(candidate.item));
  return open != 0;
}

// For nodes without a pair.
template <typename Mask>
std::uint32_t LookaheadSearch<Mask>::smallest_item() const {
  std::uint32_t best = 0;
  int fewest = static_cast<int>(sizeof(Mask)) * 8 + 1;
  for (std::uint32_t item = 0; item < state_.item_count(); ++item) {
    const int count = std::popcount(state_.item(item));
    if (count < 2 || count > fewest) continue;
    if (count == fewest && promise_of(first_of(item)) <= promise_of(first_of(best))) continue;
    fewest = count;
    best = item;
  }
  return best;
}

template <typename Mask>
void LookaheadSearch<Mask>::note(Option option, float effect) {
  float& promise = promise_[option.cell * n_ + option.value];
  promise = (promise + effect) / 2;
}

template <typename Mask>
bool LookaheadSearch<Mask>::try_option(Option option, double& effect) {
  ++statistics_.tries;
  const std::size_t mark = state_.mark();
  const bool possible = settle(option);
  effect = possible ? static_cast<double>(state_.mark() - mark) : kFailed;
  statistics_.failed += !possible;
  note(option, static_cast<float>(effect));
  return possible;
}

// A value that leaves a cell whichever option of the pair is chosen cannot be there. An item left
// with another option by either is the same decision as the pair. The second option is in force.
template <typename Mask>
bool LookaheadSearch<Mask>::remove_what_both_say(std::size_t mark) {
  losses_.clear();
  for (std::size_t i = state_.mark(); i-- > mark;) {
    const std::uint32_t item = state_.change(i).item;
    if (left_stamp_[item] != try_stamp_) continue;
    left_stamp_[item] = 0;  // looked at
    const Mask first = left_[item];
    const Mask second = state_.item(item);
    if (first != second && (first & (first - 1)) == 0 && (second & (second - 1)) == 0)
      equal_stamp_[item] = look_stamp_;
    if (item < state_.cells()) losses_.push_back({item, static_cast<Mask>(~(first | second))});
  }
  state_.undo_to(mark);
  if (!options_.what_both_say) return true;
  for (const Loss& loss : losses_)
    for (Mask rest = static_cast<Mask>(state_.item(loss.cell) & loss.values); rest != 0;
         rest &= rest - 1)
      if (!state_.remove({loss.cell, static_cast<std::uint32_t>(std::countr_zero(rest))}))
        return false;
  return state_.mark() == mark || state_.propagate();
}

template <typename Mask>
auto LookaheadSearch<Mask>::try_pair(std::uint32_t item, double& worth) -> Pair {
  const Option first = first_of(item);
  const Option second = second_of(item);
  const std::size_t mark = state_.mark();
  double first_effect = 0;
  if (!try_option(first, first_effect)) {
    state_.undo_to(mark);
    return settle(second) ? Pair::decided : Pair::dead;
  }
  ++try_stamp_;
  for (std::size_t i = mark; i < state_.mark(); ++i) {
    const std::uint32_t changed = state_.change(i).item;
    left_[changed] = state_.item(changed);
    left_stamp_[changed] = try_stamp_;
  }
  state_.undo_to(mark);
  double second_effect = 0;
  if (!try_option(second, second_effect)) {
    state_.undo_to(mark);
    return settle(first) ? Pair::decided : Pair::dead;
  }
  if (!remove_what_both_say(mark)) return Pair::dead;
  worth = first_effect * second_effect;
  return is_pair(item) ? Pair::open : Pair::decided;
}

// Tries up to `tried` pairs. What is found out stays in force.
template <typename Mask>
auto LookaheadSearch<Mask>::look(std::uint32_t tried, const SearchLimits& limits,
                                 std::uint32_t& guess) -> Node {
  if (!find_pairs()) return Node::solved;
  if (candidates_.empty()) {
    guess = smallest_item();
    return Node::open;
  }
  const auto before = [](const Candidate& a, const Candidate& b) {
    return a.promise > b.promise || (a.promise == b.promise && a.item < b.item);
  };
  if (candidates_.size() > tried) {
    std::nth_element(candidates_.begin(), candidates_.begin() + tried, candidates_.end(), before);
    candidates_.resize(tried);
  }
  std::sort(candidates_.begin(), candidates_.end(), before);
  guess = candidates_[0].item;
  double best = -1;
  ++look_stamp_;
  for (const Candidate& candidate : candidates_) {
    if (!is_pair(candidate.item)) continue;
    if (options_.skip_equals && equal_stamp_[candidate.item] == look_stamp_) continue;
    if (statistics_.tries % kTriesBetweenChecks < 2 && limits.interrupted())
      return Node::interrupted;
    double worth = 0;
    const Pair pair = try_pair(candidate.item, worth);
    if (pair == Pair::dead) return Node::dead;
    if (pair == Pair::open && worth > best) {
      best = worth;
      guess = candidate.item;
    }
  }
  return Node::open;
}

template <typename Mask>
bool LookaheadSearch<Mask>::emit(const SolutionSink& sink) {
  for (std::size_t cell = 0; cell < solution_.size(); ++cell)
    solution_[cell] = static_cast<std::uint8_t>(std::countr_zero(state_.item(cell)) + 1);
  return sink(solution_);
}

template <typename Mask>
SearchOutcome LookaheadSearch<Mask>::search(std::span<const std::uint8_t> givens,
                                            const SearchLimits& limits, const SolutionSink& sink) {
  SearchOutcome outcome;
  statistics_ = {};
  std::fill(promise_.begin(), promise_.end(), kUntried);
  std::fill(left_stamp_.begin(), left_stamp_.end(), 0);
  std::fill(equal_stamp_.begin(), equal_stamp_.end(), 0);
  try_stamp_ = 0;
  look_stamp_ = 0;
  stack_.clear();
  std::uint64_t idle_since = 0;
  bool alive = state_.start(givens.data());
  while (true) {
    Node node = Node::dead;
    std::uint32_t guess = 0;
    if (alive) {
      if (limits.interrupted()) {
        outcome.out_of_budget = true;
        return outcome;
      }
      node =
          look(stack_.size() < options_.wide_levels ? options_.tried_above : options_.tried_below,
               limits, guess);
    }
    if (node == Node::open) {
      if (std::has_single_bit(state_.item(guess))) continue;  // decided by a later pair
      if (limits.spent(outcome.nodes, idle_since)) node = Node::interrupted;
    }
    if (node == Node::interrupted) {
      outcome.out_of_budget = true;
      return outcome;
    }
    if (node == Node::open) {
      ++outcome.nodes;
      stack_.push_back({state_.mark(), guess});
      alive = settle(first_of(guess));
      continue;
    }
    if (node == Node::solved) {
      ++outcome.solutions;
      idle_since = outcome.nodes;
      if (!emit(sink)) return outcome;
    } else {
      ++statistics_.leaves;
    }
    if (stack_.empty()) break;
    state_.undo_to(stack_.back().mark);
    alive = state_.remove(first_of(stack_.back().item)) && state_.propagate();
    stack_.pop_back();
  }
  outcome.complete = true;
  return outcome;
}

template class LookaheadSearch<std::uint32_t>;
template class LookaheadSearch<std::uint64_t>;

}  // namespace gridlens
