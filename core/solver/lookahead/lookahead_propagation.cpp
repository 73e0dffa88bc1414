#include "core/solver/lookahead/lookahead_state.h"

namespace gridlens {

// Of the items on the trail that have not been looked at, each once, those that are open. Without a
// branch that depends on the item.
template <typename Mask>
inline void LookaheadState<Mask>::find_changed() {
  const Mask* const items = items_.data();
  const Mask* const before = trail_before_.data();
  const std::uint32_t* const trail_items = trail_items_.data();
  std::uint32_t* const changed = changed_.data();
  std::size_t size = 0;
  for (std::size_t i = looked_at_; i < trail_size_; ++i) {
    const std::uint32_t item = trail_items[i];
    const Mask now = items[item];
    const Mask rest = static_cast<Mask>(now & (now - 1));
    // One bit, if this is the item's last change: every change of an open item took one option.
    const Mask lost = static_cast<Mask>(before[i] & ~now);
    changed[size] = item;
    size += (rest != 0) & ((lost ^ (lost - 1)) > lost - 1);
  }
  changed_size_ = size;
  looked_at_ = trail_size_;
}

// Of the changed items those that are locked, and those that may be one of a pair; without a
// branch, as most are neither. kSegments: tables_.most_segments, or 0.
template <typename Mask>
template <std::uint32_t kSegments>
inline void LookaheadState<Mask>::sort_changes() {
  const std::size_t segments = kSegments != 0 ? kSegments : tables_.most_segments;
  const std::uint32_t cells = tables_.cells;
  const Mask* const items = items_.data();
  const auto* const unit_value = tables_.unit_value.data();
  const Mask* const outside = tables_.outside.data();
  const std::uint32_t* const changed = changed_.data();
  std::uint32_t* const locked = locked_.data();
  std::uint32_t* const paired_cells = paired_cells_.data();
  std::uint32_t* const paired_values = paired_values_.data();
  std::size_t locked_size = 0;
  std::size_t paired_cells_size = paired_cells_size_;
  std::size_t paired_values_size = paired_values_size_;
  for (std::size_t i = 0; i < changed_size_; ++i) {
    const std::uint32_t item = changed[i];
    const Mask now = items[item];
    const Mask rest = static_cast<Mask>(now & (now - 1));
    const bool is_pair = (rest & (rest - 1)) == 0;
    const bool is_cell = item < cells;
    paired_values[paired_values_size] = item;
    paired_values_size += is_pair & !is_cell;
    paired_cells[paired_cells_size] = item;
    paired_cells_size += is_pair & is_cell;
    const std::size_t seat = unit_value[item].first_position + lowest_bit(now);
    bool is_locked = false;
    for (std::size_t k = 0; k < segments; ++k)
      is_locked |= (now & outside[seat * segments + k]) == 0;
    locked[locked_size] = item;
    locked_size += is_locked;
  }
  locked_size_ = locked_size;
  paired_cells_size_ = use_equal_pairs_ ? paired_cells_size : 0;
  paired_values_size_ = use_equal_pairs_ ? paired_values_size : 0;
}

template <typename Mask>
bool LookaheadState<Mask>::remove_locked(std::uint32_t item) {
  const Mask places = items_[item];
  if ((places & (places - 1)) == 0) return true;  // about to be chosen
  const auto [first, value] = tables_.unit_value[item];
  const std::size_t seat = (first + lowest_bit(places)) * tables_.most_segments;
  for (std::size_t k = seat; k < seat + tables_.most_segments; ++k) {
    if ((places & tables_.outside[k]) != 0) continue;
    const auto& segment = tables_.segments[k];
    Mask rest = static_cast<Mask>(items_[segment.other_items + value] & segment.other_outside);
    for (; rest != 0; rest &= rest - 1)
      if (!remove({tables_.cell_at[segment.other_first + lowest_bit(rest)], value})) return false;
  }
  return true;
}

template <typename Mask>
bool LookaheadState<Mask>::remove_beside_value(std::uint32_t item) {
  const Mask places = items_[item];
  const Mask rest = static_cast<Mask>(places & (places - 1));
  if (rest == 0) return true;  // about to be chosen
  const std::size_t unit = tables_.unit_value[item].first_position;
  std::uint16_t& with = item_with_[(unit + lowest_bit(places)) * tables_.n + lowest_bit(rest)];
  const std::uint32_t partner = with;
  const bool same = items_[partner] == places;
  with = static_cast<std::uint16_t>(same ? partner : item);
  return !same || partner == item || remove_other_values(unit, item, partner, places);
}

// The other values of the two places.
template <typename Mask>
bool LookaheadState<Mask>::remove_other_values(std::size_t unit, std::uint32_t item,
                                               std::uint32_t partner, Mask places) {
  const Mask both = static_cast<Mask>((Mask{1} << tables_.unit_value[item].value) |
                                      (Mask{1} << tables_.unit_value[partner].value));
  for (; places != 0; places &= places - 1) {
    const std::uint32_t cell = tables_.cell_at[unit + lowest_bit(places)];
    for (Mask rest = static_cast<Mask>(items_[cell] & ~both); rest != 0; rest &= rest - 1)
      if (!remove({cell, lowest_bit(rest)})) return false;
  }
  return true;
}

template <typename Mask>
bool LookaheadState<Mask>::remove_beside_cell(std::uint32_t cell) {
  const Mask values = items_[cell];
  const Mask rest = static_cast<Mask>(values & (values - 1));
  if (rest == 0) return true;  // about to be chosen
  const std::size_t pair = std::size_t{lowest_bit(values)} * tables_.n + lowest_bit(rest);
  const Seat* const seats = &tables_.seats[cell * tables_.most_units];
  for (std::size_t k = 0; k < tables_.units_of[cell]; ++k) {
    const std::size_t unit = seats[k].items - tables_.cells;
    std::uint16_t& with = cell_with_[unit * tables_.n + pair];
    const std::uint32_t partner = with;
    const bool same = items_[partner] == values;
    with = static_cast<std::uint16_t>(same ? partner : cell);
    if (!same || partner == cell) continue;
    if (!remove_from_others(unit, cell, partner, values)) return false;
    if (items_[cell] != values) return true;
  }
  return true;
}

// The two values, from the unit's other cells.
template <typename Mask>
bool LookaheadState<Mask>::remove_from_others(std::size_t unit, std::uint32_t cell,
                                              std::uint32_t partner, Mask values) {
  for (; values != 0; values &= values - 1) {
    const std::uint32_t value = lowest_bit(values);
    for (Mask rest = items_[tables_.cells + unit + value]; rest != 0; rest &= rest - 1) {
      const std::uint32_t other = tables_.cell_at[unit + lowest_bit(rest)];
      if (other != cell && other != partner && !remove({other, value})) return false;
    }
  }
  return true;
}

template <typename Mask>
bool LookaheadState<Mask>::propagate() {
  while (true) {
    if (singles_size_ > 0) {
      const std::uint32_t item = singles_[--singles_size_];
      if (!choose(option_at(item, lowest_bit(items_[item])))) return false;
    } else if (looked_at_ < trail_size_) {
      find_changed();
      if (tables_.most_segments == 2)
        sort_changes<2>();
      else
        sort_changes<0>();
      for (std::size_t i = 0; i < locked_size_; ++i)
        if (!remove_locked(locked_[i])) return false;
    } else if (paired_values_size_ > 0) {
      if (!remove_beside_value(paired_values_[--paired_values_size_])) return false;
    } else if (paired_cells_size_ > 0) {
      if (!remove_beside_cell(paired_cells_[--paired_cells_size_])) return false;
    } else {
      return true;
    }
  }
}

template bool LookaheadState<std::uint32_t>::propagate();
template bool LookaheadState<std::uint64_t>::propagate();

}  // namespace gridlens
