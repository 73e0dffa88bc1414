#include "core/solver/lookahead/lookahead_state.h"

#include <algorithm>

namespace gridlens {

template <typename Mask>
LookaheadState<Mask>::LookaheadState(const CoverModel& model, bool use_equal_pairs)
    : tables_(model), use_equal_pairs_(use_equal_pairs) {
  items_.assign(tables_.items + tables_.n, tables_.all);
  // More than two options, whatever the rules, and not the highest bit: see close_ends().
  std::fill(items_.begin() + tables_.items, items_.end(), static_cast<Mask>(~Mask{0}) >> 1);
  // Every option is taken once out of its cell and out of the most units that a cell lies in.
  const std::size_t most_changes =
      std::size_t{tables_.cells} * tables_.n * (tables_.most_units + 1) + tables_.items;
  trail_items_.resize(most_changes);
  trail_before_.resize(most_changes);
  singles_.resize(2 * items_.size() + 1);  // each item once with one option and once with none
  for (auto* queue : {&changed_, &locked_, &paired_cells_, &paired_values_})
    queue->resize(items_.size() + 1);
  cell_with_.resize(std::size_t{tables_.items - tables_.cells} * tables_.n);
  item_with_.resize(cell_with_.size());
}

template <typename Mask>
bool LookaheadState<Mask>::start(const std::uint8_t* givens) {
  undo_to(0);
  std::fill(items_.begin(), items_.begin() + tables_.items, tables_.all);
  const auto none = static_cast<std::uint16_t>(tables_.items);
  std::fill(cell_with_.begin(), cell_with_.end(), none);
  std::fill(item_with_.begin(), item_with_.end(), none);
  for (std::uint32_t cell = 0; cell < tables_.cells; ++cell)
    if (givens[cell] != 0 && !(choose({cell, givens[cell] - std::uint32_t{1}}) && propagate()))
      return false;
  return propagate();
}

template <typename Mask>
inline auto LookaheadState<Mask>::open_ends() -> Ends {
  return {items_.data(),
          trail_items_.data(),
          trail_before_.data(),
          singles_.data(),
          trail_size_,
          singles_size_,
          0};
}

template <typename Mask>
inline bool LookaheadState<Mask>::close_ends(const Ends& ends) {
  trail_size_ = ends.trail_size;
  singles_size_ = ends.singles_size;
  return (ends.minus_one >> (sizeof(Mask) * 8 - 1)) == 0;
}

template <typename Mask>
inline void LookaheadState<Mask>::write(Ends& ends, std::uint32_t item, Mask to) {
  ends.trail_items[ends.trail_size] = item;
  ends.trail_before[ends.trail_size++] = ends.items[item];
  ends.items[item] = to;
}

template <typename Mask>
inline void LookaheadState<Mask>::keep(Ends& ends, std::uint32_t item, Mask kept) {
  const Mask before = ends.items[item];
  const Mask after = static_cast<Mask>(before & kept);
  const Mask minus_one = static_cast<Mask>(after - 1);
  ends.trail_items[ends.trail_size] = item;
  ends.trail_before[ends.trail_size++] = before;
  ends.items[item] = after;
  ends.minus_one |= minus_one;
  ends.singles[ends.singles_size] = item;
  ends.singles_size += (after & minus_one) == 0;
}

template <typename Mask>
bool LookaheadState<Mask>::remove(Option option) {
  Ends ends = open_ends();
  keep(ends, option.cell, static_cast<Mask>(~(Mask{1} << option.value)));
  const Seat* seat = &tables_.seats[option.cell * tables_.most_units];
  for (const Seat* const end = seat + tables_.most_units; seat != end; ++seat)
    keep(ends, seat->items + option.value, seat->others);
  return close_ends(ends);
}

template <typename Mask>
bool LookaheadState<Mask>::choose(Option option) {
  const Mask own = static_cast<Mask>(Mask{1} << option.value);
  Mask rest = static_cast<Mask>(items_[option.cell] ^ own);
  if ((items_[option.cell] & own) == 0) return false;
  Ends ends = open_ends();
  const std::size_t most_units = tables_.most_units;
  const Seat* const seats = &tables_.seats[option.cell * most_units];
  if (rest != 0) write(ends, option.cell, own);
  for (; rest != 0; rest &= rest - 1) {
    const std::uint32_t other = lowest_bit(rest);
    for (std::size_t k = 0; k < most_units; ++k)
      keep(ends, seats[k].items + other, seats[k].others);
  }
  const Seat* const seats_end = seats + tables_.units_of[option.cell];
  for (const Seat* seat = seats; seat != seats_end; ++seat) {
    const std::uint32_t item = seat->items + option.value;
    rest = static_cast<Mask>(ends.items[item] & seat->others);
    if (rest == 0) continue;
    write(ends, item, static_cast<Mask>(~seat->others));
    const std::size_t first = tables_.unit_value[item].first_position;
    for (; rest != 0; rest &= rest - 1) {
      const std::size_t position = first + lowest_bit(rest);
      keep(ends, tables_.cell_at[position], static_cast<Mask>(~own));
      const Seat* const other = &tables_.other_seats[position * (most_units - 1)];
      for (std::size_t k = 0; k + 1 < most_units; ++k)
        keep(ends, other[k].items + option.value, other[k].others);
    }
  }
  return close_ends(ends);
}

template class LookaheadState<std::uint32_t>;
template class LookaheadState<std::uint64_t>;

}  // namespace gridlens
