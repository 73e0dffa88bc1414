#pragma once

#include <cstdint>
#include <vector>

#include "core/solver/lookahead/lookahead_tables.h"

namespace gridlens {

// The state of a lookahead search: items as bit sets of their live options, as in CoverState, with
// what thousands of tries a node need on top. Taking an option out of an item has no branch that
// depends on the item: the trail and the queue are written always and advanced when there is
// reason to. The function propagate() goes on until nothing follows any more from
//  - items with one option left: it is chosen (naked and hidden singles);
//  - locked candidates: where all places of a value in a unit lie in another unit, the other's
//    remaining cells cannot hold it;
//  - naked and hidden pairs: two cells of a unit that have the same two values left take
//    them from the unit's other cells. Two values of a unit that have the same two places left take
//    these from its other values.
// Only items on the trail are looked at.
//
// Items: see LookaheadTables. Allocates in the constructor only. Mask holds more than N bits.
template <typename Mask>
class LookaheadState {
 public:
  struct Option {
    std::uint32_t cell = 0;
    std::uint32_t value = 0;
  };

  explicit LookaheadState(const CoverModel& model, bool use_equal_pairs = true);

  // Chooses the givens and all that follows from them; false on a contradiction.
  bool start(const std::uint8_t* givens);

  // All return false when an item has no option left; undo_to() is then the only way on.
  bool choose(Option option);  // covers all items of the option
  bool remove(Option option);  // takes a live option out of all of its items
  bool propagate();

  // Marks are to be taken where propagate() has come to its end.
  [[nodiscard]] std::size_t mark() const { return trail_size_; }
  void undo_to(std::size_t mark);
  // The changes in their order: which items, and what they were before.
  [[nodiscard]] const std::uint32_t* changed_items() const { return trail_items_.data(); }
  [[nodiscard]] const Mask* before_changes() const { return trail_before_.data(); }

  [[nodiscard]] std::size_t item_count() const { return tables_.items; }
  [[nodiscard]] std::size_t cells() const { return tables_.cells; }
  [[nodiscard]] const Mask* items() const { return items_.data(); }
  [[nodiscard]] Mask item(std::size_t i) const { return items_[i]; }
  [[nodiscard]] bool is_live(Option option) const {
    return (items_[option.cell] >> option.value & 1) != 0;
  }
  // The option that a bit of an item stands for. Without a branch, as cells and values take turns.
  [[nodiscard]] Option option_at(std::uint32_t item, std::uint32_t bit) const {
    const auto unit = tables_.unit_value[item];
    const std::uint32_t cell = tables_.cell_at[unit.first_position + bit];
    const std::uint32_t is_cell = 0U - std::uint32_t{item < tables_.cells};
    return {cell ^ ((cell ^ item) & is_cell), unit.value ^ ((unit.value ^ bit) & is_cell)};
  }

 private:
  using Tables = LookaheadTables<Mask>;
  using Seat = typename Tables::Seat;

  // The ends of the trail and of the queue, in registers while an option is covered.
  struct Ends {
    Mask* items;
    std::uint32_t* trail_items;
    Mask* trail_before;
    std::uint32_t* singles;
    std::size_t trail_size;
    std::size_t singles_size;
    Mask minus_one;  // what items are afterwards, less one, or-ed: the highest bit: one is empty
  };
  Ends open_ends();
  bool close_ends(const Ends& ends);  // false: an item is empty
  static void write(Ends& ends, std::uint32_t item, Mask to);
  static void keep(Ends& ends, std::uint32_t item, Mask kept);

  // What propagate() is made of (lookahead_propagation.cpp).
  template <std::uint32_t kSegments>
  void sort_changes();
  void find_changed();
  bool remove_locked(std::uint32_t item);
  bool remove_beside_cell(std::uint32_t cell);
  bool remove_beside_value(std::uint32_t item);
  bool remove_from_others(std::size_t unit, std::uint32_t cell, std::uint32_t partner, Mask values);
  bool remove_other_values(std::size_t unit, std::uint32_t item, std::uint32_t partner,
                           Mask places);

  Tables tables_;
  bool use_equal_pairs_;
  std::vector<Mask> items_;
  std::vector<std::uint32_t> trail_items_;
  std::vector<Mask> trail_before_;
  std::size_t trail_size_ = 0;
  std::vector<std::uint32_t> singles_;  // items that have one option left, or none
  std::size_t singles_size_ = 0;

  std::size_t looked_at_ = 0;  // of the trail: found and sorted
  std::vector<std::uint32_t> changed_;
  std::size_t changed_size_ = 0;
  std::vector<std::uint32_t> locked_;
  std::size_t locked_size_ = 0;
  // That came to have two options and were not looked at for pairs.
  std::vector<std::uint32_t> paired_cells_;
  std::size_t paired_cells_size_ = 0;
  std::vector<std::uint32_t> paired_values_;
  std::size_t paired_values_size_ = 0;
  // [(unit * n + lower) * n + higher]: the cell that was the last to have these two values, the
  // item that was the last to have these two places. Neither is undone; it has to be looked whether
  // it still holds.
  std::vector<std::uint16_t> cell_with_;
  std::vector<std::uint16_t> item_with_;
};

template <typename Mask>
inline void LookaheadState<Mask>::undo_to(std::size_t mark) {
  singles_size_ = 0;
  paired_cells_size_ = 0;
  paired_values_size_ = 0;
  looked_at_ = mark;
  for (; trail_size_ > mark; --trail_size_)
    items_[trail_items_[trail_size_ - 1]] = trail_before_[trail_size_ - 1];
}

}  // namespace gridlens
