// Which pairs are tried, and what a try tells.
#include <algorithm>
#include <bit>
#include <utility>

#include "core/solver/lookahead/lookahead_search.h"

namespace gridlens {

namespace {

// What a failed try counts, in changed items.
constexpr std::size_t kFailed = 1000;
// What a change to two options counts on top.
constexpr float kPairWeight = 3;
// How much of a try's effect goes into the promise of its option.
constexpr float kNewest = 0.75F;
// What a pair's promise is multiplied by where the last guess has changed the pair.
constexpr float kRecent = 3;

}  // namespace

template <typename Mask>
bool LookaheadSearch<Mask>::find_pairs() {
  const auto count = static_cast<std::uint32_t>(state_.item_count());
  const Mask* const items = state_.items();
  std::uint8_t* const is_pair = is_pair_.data();
  std::uint32_t* const pairs = pairs_.data();
  Mask open = 0;
  for (std::uint32_t item = 0; item < count; ++item) {
    open |= items[item] & (items[item] - 1);
    is_pair[item] = has_two_options(items[item]);
  }
  pairs_size_ = 0;
  for (std::uint32_t item = 0; item < count; ++item) {
    pairs[pairs_size_] = item;
    pairs_size_ += is_pair[item];
  }

  if (options_.prefer_recent)
    for (std::size_t i = guess_mark_; i < state_.mark(); ++i)
      recent_stamp_[state_.changed_items()[i]] = look_stamp_;
  const float weights[] = {1, kRecent};
  for (std::size_t i = 0; i < pairs_size_; ++i) {
    const std::uint32_t item = pairs[i];
    const float promise = promise_of(first_of(item)) * promise_of(second_of(item)) *
                          weights[recent_stamp_[item] == look_stamp_];
    promises_[i] = std::bit_cast<std::int32_t>(promise);
  }
  return open != 0;
}

// The pair that promises most of those not handed out yet. As whole numbers, because the greatest
// of these is found many at a time.
template <typename Mask>
std::uint32_t LookaheadSearch<Mask>::next_pair() {
  std::int32_t best = 0;
  for (std::size_t i = 0; i < pairs_size_; ++i) best = std::max(best, promises_[i]);
  if (best == 0) return kNoPair;
  std::size_t i = 0;
  while (promises_[i] != best) ++i;
  promises_[i] = 0;
  return pairs_[i];
}

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
  promise += kNewest * (effect - promise);
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
  const std::uint32_t* const changed = state_.changed_items();
  const Mask* const items = state_.items();
  Mask* const left = left_.data();
  std::uint32_t* const left_stamp = left_stamp_.data();
  const std::uint32_t try_stamp = ++try_stamp_;
  const std::size_t end = state_.mark();
  std::size_t pairs = 0;
  for (std::size_t i = mark; i < end; ++i) {
    const std::uint32_t item = changed[i];
    const Mask now = items[item];
    left[item] = now;
    left_stamp[item] = try_stamp;
    pairs += has_two_options(now);
  }
  return note_effect(option, end - mark, pairs);
}

// The same for the second option. A value that leaves a cell whichever of both is chosen cannot be
// there (losses_). An item left with another option by either is the same decision as the pair.
// Without a branch that depends on the item.
template <typename Mask>
float LookaheadSearch<Mask>::compare_second(Option option, std::size_t mark) {
  const std::uint32_t* const changed = state_.changed_items();
  const Mask* const before = state_.before_changes();
  const Mask* const items = state_.items();
  const Mask* const left = left_.data();
  std::uint32_t* const left_stamp = left_stamp_.data();
  std::uint32_t* const equal_stamp = equal_stamp_.data();
  const std::uint32_t try_stamp = try_stamp_;
  const std::uint32_t look_stamp = look_stamp_;
  const std::size_t cells = state_.cells();
  const std::size_t end = state_.mark();
  Loss* loss = losses_.data();
  std::size_t pairs = 0;
  for (std::size_t i = mark; i < end; ++i) {
    const std::uint32_t item = changed[i];
    const Mask first = left[item];
    const Mask second = items[item];
    const Mask second_rest = static_cast<Mask>(second & (second - 1));
    pairs += has_two_options(second);
    const bool both = left_stamp[item] == try_stamp;
    left_stamp[item] = 0;  // looked at; its first change says what it was before both
    const bool equal = both & (first != second) & (((first & (first - 1)) | second_rest) == 0);
    equal_stamp[item] ^= (equal_stamp[item] ^ look_stamp) & (0U - std::uint32_t{equal});
    *loss = {item, static_cast<Mask>(before[i] & ~(first | second))};
    loss += both & (loss->values != 0) & (item < cells);
  }
  losses_size_ = static_cast<std::size_t>(loss - losses_.data());
  return note_effect(option, end - mark, pairs);
}

template <typename Mask>
bool LookaheadSearch<Mask>::remove_losses() {
  if (!options_.what_both_say) return true;
  const std::size_t mark = state_.mark();
  for (std::size_t i = 0; i < losses_size_; ++i) {
    const auto [cell, values] = losses_[i];
    for (Mask rest = static_cast<Mask>(state_.item(cell) & values); rest != 0; rest &= rest - 1)
      if (!state_.remove({cell, lowest_bit(rest)})) return false;
  }
  return state_.mark() == mark || state_.propagate();
}

template <typename Mask>
auto LookaheadSearch<Mask>::try_pair(std::uint32_t item, float& worth) -> Pair {
  Option first = first_of(item);
  Option second = second_of(item);
  // The one more likely to fail first: then the other need not be tried for its effect.
  if (promise_of(second) > promise_of(first)) std::swap(first, second);
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
  return has_two_options(state_.item(item)) ? Pair::open : Pair::decided;
}

template bool LookaheadSearch<std::uint32_t>::find_pairs();
template bool LookaheadSearch<std::uint64_t>::find_pairs();
template std::uint32_t LookaheadSearch<std::uint32_t>::next_pair();
template std::uint32_t LookaheadSearch<std::uint64_t>::next_pair();
template std::uint32_t LookaheadSearch<std::uint32_t>::smallest_item() const;
template std::uint32_t LookaheadSearch<std::uint64_t>::smallest_item() const;
template auto LookaheadSearch<std::uint32_t>::try_pair(std::uint32_t, float&) -> Pair;
template auto LookaheadSearch<std::uint64_t>::try_pair(std::uint32_t, float&) -> Pair;

}  // namespace gridlens
