#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "core/solver/cover/cover_model.h"

namespace gridlens {

// The state of an exact cover search with its undo. What dancing links do with linked lists is done
// with bit sets here. An item is the set of its live options. Covering an item removes the options
// of its set from all other items, and a trail of overwritten sets undoes it. An item with one
// option left is chosen by propagate(), whether it is a cell (naked single) or a value in a unit
// (hidden single).
//
// Items: cells first, then unit * n + value. Allocates in the constructor only. Mask holds N bits.
template <typename Mask>
class CoverState {
 public:
  explicit CoverState(const CoverModel& model)
      : model_(model),
        n_(static_cast<size_t>(model.n)),
        cells_(static_cast<size_t>(model.cells)),
        all_(static_cast<Mask>(static_cast<Mask>(~Mask{0}) >> (sizeof(Mask) * 8 - n_))) {
    items_.assign(cells_ + static_cast<size_t>(model.units) * n_, all_);
    trail_.reserve(items_.size() * n_);  // every change takes at least one option out of an item
    queue_.resize(items_.size());        // an item becomes single once between two undos
  }

  void clear() {
    items_.assign(items_.size(), all_);
    trail_.clear();
    queue_size_ = 0;
  }

  // Chooses the givens and all that follows from them by singles; false on a contradiction.
  bool start(const std::uint8_t* givens) {
    clear();
    for (size_t cell = 0; cell < cells_; ++cell)
      if (givens[cell] != 0 && !(choose(cell, givens[cell] - size_t{1}) && propagate()))
        return false;
    return true;
  }

  // All three return false when an item has no option left; undo_to() is then the only way on.
  bool choose(size_t cell, size_t value);  // covers all items of the option
  bool remove(size_t cell, size_t value);  // takes one option out of all of its items
  bool propagate();                        // until no single is left

  [[nodiscard]] size_t mark() const { return trail_.size(); }
  void undo_to(size_t mark) {
    queue_size_ = 0;
    for (; trail_.size() > mark; trail_.pop_back())
      items_[trail_.back().item] = trail_.back().before;
  }

  [[nodiscard]] size_t item_count() const { return items_.size(); }
  [[nodiscard]] Mask item(size_t i) const { return items_[i]; }
  [[nodiscard]] size_t unit_item(size_t unit, size_t value) const {
    return cells_ + unit * n_ + value;
  }
  [[nodiscard]] const CoverModel& model() const { return model_; }

  static constexpr Mask bit(size_t i) { return static_cast<Mask>(Mask{1} << i); }

 private:
  struct Change {
    std::uint32_t item;
    Mask before;
  };

  bool shrink(size_t item, Mask to);
  bool choose_single(size_t item);

  const CoverModel& model_;
  size_t n_;
  size_t cells_;
  Mask all_;
  std::vector<Mask> items_;
  std::vector<Change> trail_;
  std::vector<std::uint32_t> queue_;  // items that have become single
  size_t queue_size_ = 0;
};

template <typename Mask>
bool CoverState<Mask>::shrink(size_t item, Mask to) {
  const Mask before = items_[item];
  if (before == to) return true;
  trail_.push_back({static_cast<std::uint32_t>(item), before});
  items_[item] = to;
  if (to == 0) return false;
  if ((to & (to - 1)) == 0) queue_[queue_size_++] = static_cast<std::uint32_t>(item);
  return true;
}

template <typename Mask>
bool CoverState<Mask>::remove(size_t cell, size_t value) {
  if (!shrink(cell, static_cast<Mask>(items_[cell] & ~bit(value)))) return false;
  for (const auto& place : model_.places_of(static_cast<int>(cell))) {
    const size_t item = unit_item(place.unit, value);
    if (!shrink(item, static_cast<Mask>(items_[item] & ~bit(place.position)))) return false;
  }
  return true;
}

template <typename Mask>
bool CoverState<Mask>::choose(size_t cell, size_t value) {
  if (!(items_[cell] & bit(value))) return false;
  for (Mask rest = static_cast<Mask>(items_[cell] ^ bit(value)); rest; rest &= rest - 1)
    if (!remove(cell, static_cast<size_t>(std::countr_zero(rest)))) return false;
  for (const auto& place : model_.places_of(static_cast<int>(cell))) {
    const std::uint16_t* unit_cells = &model_.cell_at[place.unit * n_];
    const Mask others =
        static_cast<Mask>(items_[unit_item(place.unit, value)] & ~bit(place.position));
    for (Mask rest = others; rest; rest &= rest - 1)
      if (!remove(unit_cells[std::countr_zero(rest)], value)) return false;
  }
  return true;
}

template <typename Mask>
bool CoverState<Mask>::choose_single(size_t item) {
  const auto only = static_cast<size_t>(std::countr_zero(items_[item]));
  if (item < cells_) return choose(item, only);
  const size_t unit = (item - cells_) / n_;
  return choose(model_.cell_at[unit * n_ + only], (item - cells_) % n_);
}

template <typename Mask>
bool CoverState<Mask>::propagate() {
  while (queue_size_ > 0)
    if (!choose_single(queue_[--queue_size_])) return false;
  return true;
}

}  // namespace gridlens
