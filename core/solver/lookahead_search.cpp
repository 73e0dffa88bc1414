#include "core/solver/lookahead_search.h"

#include <algorithm>
#include <bit>

namespace gridlens {

namespace {

constexpr std::uint64_t kTriesBetweenChecks = 16;
// Options never tried yet, and what a failed try counts, in changed items.
constexpr float kUntried = 120;
constexpr std::size_t kFailed = 1000;
// What a change to two options counts on top.
constexpr float kPairWeight = 3;

template <typename Mask>
bool has_two(Mask x) {
  const Mask rest = static_cast<Mask>(x & (x - 1));
  return (rest != 0) & ((rest & (rest - 1)) == 0);
}

}  // namespace

template <typename Mask>
LookaheadSearch<Mask>::LookaheadSearch(const CoverModel& model, LookaheadOptions options)
    : options_(options), n_(static_cast<std::uint32_t>(model.n)), state_(model) {
  promise_.resize(state_.cells() * n_);
  candidates_.reserve(state_.item_count());
  pairs_.reserve(state_.item_count() + 1);
  stack_.reserve(state_.item_count());
  left_.resize(state_.item_count());
  left_stamp_.resize(state_.item_count());
  equal_stamp_.resize(state_.item_count());
  losses_.reserve(state_.cells() * n_);
  solution_.resize(state_.cells());
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

// The pairs that promise most, up to `wanted`, best first. False when no item is open.
template <typename Mask>
bool LookaheadSearch<Mask>::find_pairs(std::uint32_t wanted) {
  pairs_.resize(state_.item_count() + 1);
  std::uint32_t* end = pairs_.data();
  Mask open = 0;
  const auto count = static_cast<std::uint32_t>(state_.item_count());
  for (std::uint32_t item = 0; item < count; ++item) {
    const Mask x = state_.item(item);
    open |= x & (x - 1);
    *end = item;
    end += has_two(x);
  }
  pairs_.resize(static_cast<std::size_t>(end - pairs_.data()));

  const auto before = [](const Candidate& a, const Candidate& b) {
    return a.promise > b.promise || (a.promise == b.promise && a.item < b.item);
  };
  candidates_.clear();  // a heap of the best so far, the worst of them on top
  for (const std::uint32_t item : pairs_) {
    const Candidate candidate{promise_of(first_of(item)) * promise_of(second_of(item)), item};
    if (candidates_.size() == wanted) {
      if (!before(candidate, candidates_[0])) continue;
      std::pop_heap(candidates_.begin(), candidates_.end(), before);
      candidates_.pop_back();
    }
    candidates_.push_back(candidate);
    std::push_heap(candidates_.begin(), candidates_.end(), before);
  }
  std::sort_heap(candidates_.begin(), candidates_.end(), before);
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

// How much happens when an option is chosen: changes, those to two options counted more, as the
// next choices are made there.
template <typename Mask>
float LookaheadSearch<Mask>::note_effect(Option option, std::size_t changes, std::size_t pairs) {
  const float effect = static_cast<float>(changes) + kPairWeight * static_cast<float>(pairs);
  float& promise = promise_[option.cell * n_ + option.value];
  promise = (promise + effect) / 2;
  return effect;
}

// False when the option contradicts. True: it is in force.
template <typename Mask>
bool LookaheadSearch<Mask>::try_option(Option option) {
  ++statistics_.tries;
  if (settle(option)) return true;
  ++statistics_.failed;
  note_effect(option, kFailed, 0);
  return false;
}

// What the first option of a pair, which is in force, leaves of the items; returns its effect.
template <typename Mask>
float LookaheadSearch<Mask>::record_first(Option option, std::size_t mark) {
  ++try_stamp_;
  std::size_t pairs = 0;
  for (std::size_t i = mark; i < state_.mark(); ++i) {
    const std::uint32_t item = state_.change(i).item;
    const Mask left = state_.item(item);
    left_[item] = left;
    left_stamp_[item] = try_stamp_;
    pairs += has_two(left);
  }
  return note_effect(option, state_.mark() - mark, pairs);
}

// The same for the second option. A value that leaves a cell whichever of both is chosen cannot be
// there (losses_). An item left with another option by either is the same decision as the pair.
template <typename Mask>
float LookaheadSearch<Mask>::compare_second(Option option, std::size_t mark) {
  losses_.clear();
  std::size_t pairs = 0;
  for (std::size_t i = mark; i < state_.mark(); ++i) {
    const std::uint32_t item = state_.change(i).item;
    const Mask second = state_.item(item);
    pairs += has_two(second);
    if (left_stamp_[item] != try_stamp_) continue;
    left_stamp_[item] = 0;  // looked at
    const Mask first = left_[item];
    if (first != second && (first & (first - 1)) == 0 && (second & (second - 1)) == 0)
      equal_stamp_[item] = look_stamp_;
    if (item < state_.cells()) losses_.push_back({item, static_cast<Mask>(~(first | second))});
  }
  return note_effect(option, state_.mark() - mark, pairs);
}

template <typename Mask>
bool LookaheadSearch<Mask>::remove_losses() {
  if (!options_.what_both_say) return true;
  const std::size_t mark = state_.mark();
  for (const Loss& loss : losses_)
    for (Mask rest = static_cast<Mask>(state_.item(loss.cell) & loss.values); rest != 0;
         rest &= rest - 1)
      if (!state_.remove({loss.cell, static_cast<std::uint32_t>(std::countr_zero(rest))}))
        return false;
  return state_.mark() == mark || state_.propagate();
}

template <typename Mask>
auto LookaheadSearch<Mask>::try_pair(std::uint32_t item, float& worth) -> Pair {
  const Option first = first_of(item);
  const Option second = second_of(item);
  const std::size_t mark = state_.mark();
  if (!try_option(first)) {
    state_.undo_to(mark);
    return settle(second) ? Pair::decided : Pair::dead;
  }
  worth = record_first(first, mark);
  state_.undo_to(mark);
  if (!try_option(second)) {
    state_.undo_to(mark);
    return settle(first) ? Pair::decided : Pair::dead;
  }
  worth *= compare_second(second, mark);
  state_.undo_to(mark);
  if (!remove_losses()) return Pair::dead;
  return has_two(state_.item(item)) ? Pair::open : Pair::decided;
}

// Tries up to `tried` pairs. What is found out stays in force.
template <typename Mask>
auto LookaheadSearch<Mask>::look(std::uint32_t tried, const SearchLimits& limits,
                                 std::uint32_t& guess) -> Node {
  if (!find_pairs(tried)) return Node::solved;
  if (candidates_.empty()) {
    guess = smallest_item();
    return Node::open;
  }
  guess = candidates_[0].item;
  float best = -1;
  ++look_stamp_;
  for (const Candidate& candidate : candidates_) {
    if (!has_two(state_.item(candidate.item))) continue;
    if (options_.skip_equals && equal_stamp_[candidate.item] == look_stamp_) continue;
    if (statistics_.tries % kTriesBetweenChecks < 2 && limits.interrupted())
      return Node::interrupted;
    float worth = 0;
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
