#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "core/solver/cover_model.h"

namespace gridlens {

// The state of a lookahead search: items as bit sets of their live options, as in CoverState, with
// what thousands of tries a node need on top. Taking an option out of an item has no branch that
// depends on the item: the trail and the queues are written always and advanced when there is
// reason to. propagate() chooses the last option of an item (naked and hidden singles) and removes
// what locked candidates forbid: where all places of a value in a unit lie in another unit, the
// other's remaining cells cannot hold it. Only items that have changed are looked at.
//
// Items: cells first, then unit * n + value. Allocates in the constructor only. Mask holds N bits.
template <typename Mask>
class LookaheadState {
 public:
  struct Option {
    std::uint32_t cell = 0;
    std::uint32_t value = 0;
  };
  struct Change {
    std::uint32_t item;
    Mask before;
  };

  explicit LookaheadState(const CoverModel& model);

  // Chooses the givens and all that follows from them; false on a contradiction.
  bool start(const std::uint8_t* givens);

  // All return false when an item has no option left; undo_to() is then the only way on.
  bool choose(Option option);  // covers all items of the option
  bool remove(Option option);  // takes a live option out of all of its items
  bool propagate();

  [[nodiscard]] std::size_t mark() const { return trail_size_; }
  [[nodiscard]] const Change& change(std::size_t i) const { return trail_[i]; }
  void undo_to(std::size_t mark);

  [[nodiscard]] std::size_t item_count() const { return items_.size(); }
  [[nodiscard]] std::size_t cells() const { return cells_; }
  [[nodiscard]] Mask item(std::size_t i) const { return items_[i]; }
  [[nodiscard]] bool is_live(Option option) const {
    return (items_[option.cell] >> option.value & 1) != 0;
  }
  // The option that a bit of an item stands for.
  [[nodiscard]] Option option_at(std::size_t item, std::uint32_t bit) const {
    if (item < cells_) return {static_cast<std::uint32_t>(item), bit};
    const auto& unit = unit_of_[item - cells_];
    return {cell_at_[unit.first_position + bit], unit.value};
  }

 private:
  struct Place {
    std::uint32_t items;  // of the unit: its value 0
    std::uint32_t unit;
    Mask bit;  // of the position
  };
  struct UnitValue {
    std::uint32_t first_position;  // into cell_at_, segments_begin_
    std::uint32_t value;
  };
  // Cells that a unit shares with another one, two at least.
  struct Segment {
    Mask outside;               // positions in the unit that are not in the other
    std::uint32_t other_items;  // of the other unit: its value 0
    std::uint32_t other_first;  // into cell_at_
    Mask other_outside;         // positions in the other unit that are not in this one
  };

  static constexpr Mask bit(std::uint32_t i) { return static_cast<Mask>(Mask{1} << i); }

  void find_segments(const CoverModel& model);
  void write(std::uint32_t item, Mask to);
  void drop(std::uint32_t item, Mask bit);
  void drop_from_unit(std::uint32_t item, Mask bit);
  bool remove_locked(std::uint32_t item);
  void choose_single(std::uint32_t item);

  std::uint32_t n_;
  std::size_t cells_;
  Mask all_;
  std::vector<Mask> items_;
  std::vector<Place> places_;
  std::vector<std::uint32_t> places_begin_;
  std::vector<UnitValue> unit_of_;
  std::vector<std::uint16_t> cell_at_;
  std::vector<Segment> segments_;
  std::vector<std::uint32_t> segments_begin_;  // of [unit * n + position]

  std::vector<Change> trail_;
  std::size_t trail_size_ = 0;
  std::vector<std::uint32_t> singles_;  // items that have one option left, or none
  std::size_t singles_size_ = 0;
  std::vector<std::uint32_t> changed_;  // units' items that may have become locked
  std::size_t changed_size_ = 0;
  std::vector<std::uint8_t> is_changed_;
  bool empty_item_ = false;
};

template <typename Mask>
LookaheadState<Mask>::LookaheadState(const CoverModel& model)
    : n_(static_cast<std::uint32_t>(model.n)),
      cells_(static_cast<std::size_t>(model.cells)),
      all_(static_cast<Mask>(static_cast<Mask>(~Mask{0}) >> (sizeof(Mask) * 8 - n_))),
      cell_at_(model.cell_at) {
  const auto units = static_cast<std::uint32_t>(model.units);
  items_.assign(cells_ + units * n_, all_);
  places_begin_.push_back(0);
  for (std::size_t cell = 0; cell < cells_; ++cell) {
    for (const auto& place : model.places_of(static_cast<int>(cell)))
      places_.push_back(
          {static_cast<std::uint32_t>(cells_) + place.unit * n_, place.unit, bit(place.position)});
    places_begin_.push_back(static_cast<std::uint32_t>(places_.size()));
  }
  for (std::uint32_t unit = 0; unit < units; ++unit)
    for (std::uint32_t value = 0; value < n_; ++value) unit_of_.push_back({unit * n_, value});
  find_segments(model);
  trail_.resize(items_.size() * n_ + 1);   // every change takes at least one option out of an item
  singles_.resize(2 * items_.size() + 1);  // each item once with one option and once with none
  changed_.resize(items_.size() + 1);
  is_changed_.assign(items_.size(), 0);
}

template <typename Mask>
void LookaheadState<Mask>::find_segments(const CoverModel& model) {
  segments_begin_.push_back(0);
  for (std::uint32_t unit = 0; unit < static_cast<std::uint32_t>(model.units); ++unit)
    for (std::uint32_t position = 0; position < n_; ++position) {
      for (const auto& place : model.places_of(model.cell_at[unit * n_ + position])) {
        if (place.unit == unit) continue;
        Mask own = 0;
        Mask others = 0;
        for (std::uint32_t p = 0; p < n_; ++p)
          for (const auto& shared : model.places_of(model.cell_at[unit * n_ + p]))
            if (shared.unit == place.unit) {
              own |= bit(p);
              others |= bit(shared.position);
            }
        if (std::popcount(own) >= 2 && own != all_)
          segments_.push_back({static_cast<Mask>(~own),
                               static_cast<std::uint32_t>(cells_) + place.unit * n_,
                               place.unit * n_, static_cast<Mask>(~others)});
      }
      segments_begin_.push_back(static_cast<std::uint32_t>(segments_.size()));
    }
}

template <typename Mask>
bool LookaheadState<Mask>::start(const std::uint8_t* givens) {
  undo_to(0);
  items_.assign(items_.size(), all_);
  for (std::uint32_t cell = 0; cell < cells_; ++cell)
    if (givens[cell] != 0 && !(choose({cell, givens[cell] - std::uint32_t{1}}) && propagate()))
      return false;
  return propagate();
}

template <typename Mask>
void LookaheadState<Mask>::undo_to(std::size_t mark) {
  singles_size_ = 0;
  empty_item_ = false;
  while (changed_size_ > 0) is_changed_[changed_[--changed_size_]] = 0;
  while (trail_size_ > mark) {
    const Change& change = trail_[--trail_size_];
    items_[change.item] = change.before;
  }
}

template <typename Mask>
inline void LookaheadState<Mask>::write(std::uint32_t item, Mask to) {
  trail_[trail_size_++] = {item, items_[item]};
  items_[item] = to;
}

template <typename Mask>
inline void LookaheadState<Mask>::drop(std::uint32_t item, Mask bit) {
  const Mask before = items_[item];
  const Mask after = static_cast<Mask>(before & ~bit);
  trail_[trail_size_++] = {item, before};
  items_[item] = after;
  empty_item_ |= after == 0;
  singles_[singles_size_] = item;
  singles_size_ += (after & (after - 1)) == 0;
}

template <typename Mask>
inline void LookaheadState<Mask>::drop_from_unit(std::uint32_t item, Mask bit) {
  drop(item, bit);
  changed_[changed_size_] = item;
  changed_size_ += is_changed_[item] == 0;
  is_changed_[item] = 1;
}

template <typename Mask>
bool LookaheadState<Mask>::remove(Option option) {
  drop(option.cell, bit(option.value));
  for (std::uint32_t p = places_begin_[option.cell]; p < places_begin_[option.cell + 1]; ++p)
    drop_from_unit(places_[p].items + option.value, places_[p].bit);
  return !empty_item_;
}

template <typename Mask>
bool LookaheadState<Mask>::choose(Option option) {
  const Mask own = bit(option.value);
  Mask rest = static_cast<Mask>(items_[option.cell] ^ own);
  if ((items_[option.cell] & own) == 0) return false;
  const Place* const begin = &places_[places_begin_[option.cell]];
  const Place* const end = begin + (places_begin_[option.cell + 1] - places_begin_[option.cell]);
  if (rest != 0) write(option.cell, own);
  for (; rest != 0; rest &= rest - 1)
    for (const Place* place = begin; place != end; ++place)
      drop_from_unit(place->items + static_cast<std::uint32_t>(std::countr_zero(rest)), place->bit);
  for (const Place* place = begin; place != end; ++place) {
    const std::uint32_t item = place->items + option.value;
    rest = static_cast<Mask>(items_[item] & ~place->bit);
    if (rest == 0) continue;
    write(item, place->bit);
    const std::uint16_t* const unit_cells = &cell_at_[place->unit * n_];
    for (; rest != 0; rest &= rest - 1) {
      const std::uint32_t peer = unit_cells[std::countr_zero(rest)];
      drop(peer, own);
      for (std::uint32_t p = places_begin_[peer]; p < places_begin_[peer + 1]; ++p)
        if (places_[p].unit != place->unit)
          drop_from_unit(places_[p].items + option.value, places_[p].bit);
    }
  }
  return !empty_item_;
}

template <typename Mask>
bool LookaheadState<Mask>::remove_locked(std::uint32_t item) {
  const Mask places = items_[item];
  const UnitValue unit = unit_of_[item - cells_];
  const std::uint32_t seat =
      unit.first_position + static_cast<std::uint32_t>(std::countr_zero(places));
  for (std::uint32_t s = segments_begin_[seat]; s < segments_begin_[seat + 1]; ++s) {
    const Segment& segment = segments_[s];
    if ((places & segment.outside) != 0) continue;
    Mask rest = static_cast<Mask>(items_[segment.other_items + unit.value] & segment.other_outside);
    for (; rest != 0; rest &= rest - 1)
      if (!remove(
              {cell_at_[segment.other_first + static_cast<std::uint32_t>(std::countr_zero(rest))],
               unit.value}))
        return false;
  }
  return true;
}

template <typename Mask>
bool LookaheadState<Mask>::propagate() {
  while (!empty_item_) {
    if (singles_size_ > 0) {
      const std::uint32_t item = singles_[--singles_size_];
      if (!choose(option_at(item, static_cast<std::uint32_t>(std::countr_zero(items_[item])))))
        return false;
    } else if (changed_size_ > 0) {
      const std::uint32_t item = changed_[--changed_size_];
      is_changed_[item] = 0;
      if (!remove_locked(item)) return false;
    } else {
      return true;
    }
  }
  return false;
}

}  // namespace gridlens
