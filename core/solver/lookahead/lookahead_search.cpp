#include "core/solver/lookahead/lookahead_search.h"

#include <algorithm>
#include <bit>

namespace gridlens {

namespace {

constexpr std::uint64_t kTriesBetweenChecks = 16;
// What an option promises that was never tried, in changed items.
constexpr float kUntried = 120;

}  // namespace

template <typename Mask>
LookaheadSearch<Mask>::LookaheadSearch(const CoverModel& model, LookaheadOptions options)
    : options_(options),
      n_(static_cast<std::uint32_t>(model.n)),
      state_(model, options.equal_pairs) {
  promise_.resize(state_.cells() * n_);
  is_pair_.resize(state_.item_count());
  pairs_.resize(state_.item_count() + 1);
  promises_.resize(state_.item_count());
  recent_stamp_.resize(state_.item_count() + n_);
  stack_.reserve(state_.item_count());
  left_.resize(state_.item_count() + n_);  // the trail names more items than there are
  left_stamp_.resize(state_.item_count() + n_);
  equal_stamp_.resize(state_.item_count() + n_);
  losses_.resize(state_.cells() + 1);
  solution_.resize(state_.cells());
}

// Tries up to `tried` pairs. What is found out stays in force.
template <typename Mask>
auto LookaheadSearch<Mask>::look(std::uint32_t tried, const SearchLimits& limits,
                                 std::uint32_t& guess) -> Node {
  ++look_stamp_;
  if (!find_pairs()) return Node::solved;
  if (pairs_size_ == 0) {
    guess = smallest_item();
    return Node::open;
  }
  float best = -1;
  for (std::uint32_t i = 0; i < tried; ++i) {
    const std::uint32_t item = next_pair();
    if (item == kNoPair) break;
    if (i == 0) guess = item;
    if (!has_two_options(state_.item(item))) continue;
    if (options_.skip_equals && equal_stamp_[item] == look_stamp_) continue;
    if (statistics_.tries % kTriesBetweenChecks < 2 && limits.interrupted())
      return Node::interrupted;
    float worth = 0;
    const Pair pair = try_pair(item, worth);
    if (pair == Pair::dead) return Node::dead;
    if (pair == Pair::open && worth > best) {
      best = worth;
      guess = item;
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
  std::fill(recent_stamp_.begin(), recent_stamp_.end(), 0);
  try_stamp_ = 0;
  look_stamp_ = 0;
  guess_mark_ = 0;
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
      guess_mark_ = state_.mark();
      stack_.push_back({guess_mark_, guess});
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
    guess_mark_ = stack_.back().mark;
    state_.undo_to(guess_mark_);
    alive = state_.remove(first_of(stack_.back().item)) && state_.propagate();
    stack_.pop_back();
  }
  outcome.complete = true;
  return outcome;
}

template class LookaheadSearch<std::uint32_t>;
template class LookaheadSearch<std::uint64_t>;

}  // namespace gridlens
