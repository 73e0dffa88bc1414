#pragma once

#include <algorithm>
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
    const UnitValue unit = unit_of_[item - cells_];
    return {cell_at_[unit.first_position + bit], unit.value};
  }

 private:
  // Small, because all of it together has to stay in the first-level cache.
  struct Place {
    std::uint16_t items;  // of the unit: its value 0; tells units apart
    std::uint16_t position;
  };
  struct UnitValue {
    std::uint16_t first_position;  // into cell_at_ and segments_begin_
    std::uint16_t value;
  };
  // Cells that a unit shares with another one, two at least.
  struct Segment {
    Mask outside;               // positions in the unit that are not in the other
    Mask other_outside;         // positions in the other unit that are not in this one
    std::uint16_t other_items;  // of the other unit: its value 0
    std::uint16_t other_first;  // into cell_at_
  };

  using Flag = std::uint16_t;  // not a byte: a byte's store could be to anything

  static constexpr Mask bit(std::uint32_t i) { return static_cast<Mask>(Mask{1} << i); }

  [[nodiscard]] std::uint16_t first_item(std::uint32_t unit) const {
    return static_cast<std::uint16_t>(cells_ + unit * n_);
  }
  void find_segments(const CoverModel& model);
  // The ends of the trail and of the queues, in registers while an option is covered.
  struct Ends {
    Change* trail;
    std::uint32_t* singles;
    std::uint32_t* changed;
    Mask* items;
    Flag* is_changed;
    bool empty_item;
  };

  Ends open_ends();
  bool close_ends(const Ends& ends);
  static void write(Ends& ends, std::uint32_t item, Mask to) {
    *ends.trail++ = {item, ends.items[item]};
    ends.items[item] = to;
  }
  static void drop(Ends& ends, std::uint32_t item, Mask bit) {
    const Mask before = ends.items[item];
    const Mask after = static_cast<Mask>(before & ~bit);
    *ends.trail++ = {item, before};
    ends.items[item] = after;
    ends.empty_item |= after == 0;
    *ends.singles = item;
    ends.singles += (after & (after - 1)) == 0;
  }
  static void drop_from_unit(Ends& ends, std::uint32_t item, Mask bit) {
    drop(ends, item, bit);
    *ends.changed = item;
    ends.changed += static_cast<Flag>(ends.is_changed[item] ^ 1U);
    ends.is_changed[item] = 1;
  }
  void filter_changed();
  const std::uint16_t* segments_of(std::uint32_t item) const;
  bool remove_locked(std::uint32_t item);
  void choose_single(std::uint32_t item);

  std::uint32_t n_;
  std::size_t cells_;
  Mask all_;
  std::vector<Mask> items_;
  std::vector<Place> places_;
  std::vector<std::uint16_t> places_begin_;
  std::vector<UnitValue> unit_of_;
  std::vector<std::uint16_t> cell_at_;
  std::vector<Segment> segments_;
  // [unit * n + position][most_segments_]: those that a position lies in; the last one of
  // segments_, in which nothing can be locked, where there are fewer.
  std::vector<std::uint16_t> segments_at_;
  std::size_t most_segments_ = 0;

  std::vector<Change> trail_;
  std::size_t trail_size_ = 0;
  std::vector<std::uint32_t> singles_;  // items that have one option left, or none
  std::size_t singles_size_ = 0;
  std::vector<std::uint32_t> changed_;  // units' items that may have become locked
  std::size_t changed_size_ = 0;
  std::vector<Flag> is_changed_;
  std::vector<std::uint32_t> locked_;  // of the changed items
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
      places_.push_back({first_item(place.unit), place.position});
    places_begin_.push_back(static_cast<std::uint16_t>(places_.size()));
  }
  for (std::uint32_t unit = 0; unit < units; ++unit)
    for (std::uint32_t value = 0; value < n_; ++value)
      unit_of_.push_back(
          {static_cast<std::uint16_t>(unit * n_), static_cast<std::uint16_t>(value)});
  find_segments(model);
  trail_.resize(items_.size() * n_ + 1);   // every change takes at least one option out of an item
  singles_.resize(2 * items_.size() + 1);  // each item once with one option and once with none
  changed_.resize(items_.size() + 1);
  is_changed_.assign(items_.size(), 0);
  locked_.reserve(items_.size());
}

template <typename Mask>
void LookaheadState<Mask>::find_segments(const CoverModel& model) {
  const auto units = static_cast<std::uint32_t>(model.units);
  std::vector<std::vector<std::uint16_t>> at(units * n_);
  std::vector<Mask> own(units);
  std::vector<Mask> others(units);
  for (std::uint32_t unit = 0; unit < units; ++unit) {
    std::fill(own.begin(), own.end(), Mask{0});
    std::fill(others.begin(), others.end(), Mask{0});
    for (std::uint32_t p = 0; p < n_; ++p)
      for (const auto& place : model.places_of(model.cell_at[unit * n_ + p])) {
        own[place.unit] |= bit(p);
        others[place.unit] |= bit(place.position);
      }
    for (std::uint32_t other = 0; other < units; ++other) {
      if (std::popcount(own[other]) < 2 || own[other] == all_) continue;
      for (std::uint32_t p = 0; p < n_; ++p)
        if ((own[other] >> p & 1) != 0)
          at[unit * n_ + p].push_back(static_cast<std::uint16_t>(segments_.size()));
      segments_.push_back({static_cast<Mask>(~own[other]), static_cast<Mask>(~others[other]),
                           first_item(other), static_cast<std::uint16_t>(other * n_)});
    }
  }
  const auto none = static_cast<std::uint16_t>(segments_.size());
  segments_.push_back({static_cast<Mask>(~Mask{0}), 0, 0, 0});
  for (const auto& segments : at) most_segments_ = std::max(most_segments_, segments.size());
  segments_at_.assign(at.size() * most_segments_, none);
  for (std::size_t seat = 0; seat < at.size(); ++seat)
    std::copy(at[seat].begin(), at[seat].end(),
              segments_at_.begin() + static_cast<std::ptrdiff_t>(seat * most_segments_));
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
inline auto LookaheadState<Mask>::open_ends() -> Ends {
  return {trail_.data() + trail_size_,
          singles_.data() + singles_size_,
          changed_.data() + changed_size_,
          items_.data(),
          is_changed_.data(),
          empty_item_};
}

template <typename Mask>
inline bool LookaheadState<Mask>::close_ends(const Ends& ends) {
  trail_size_ = static_cast<std::size_t>(ends.trail - trail_.data());
  singles_size_ = static_cast<std::size_t>(ends.singles - singles_.data());
  changed_size_ = static_cast<std::size_t>(ends.changed - changed_.data());
  empty_item_ = ends.empty_item;
  return !empty_item_;
}

template <typename Mask>
bool LookaheadState<Mask>::remove(Option option) {
  Ends ends = open_ends();
  drop(ends, option.cell, bit(option.value));
  for (std::uint32_t p = places_begin_[option.cell]; p < places_begin_[option.cell + 1]; ++p)
    drop_from_unit(ends, places_[p].items + option.value, bit(places_[p].position));
  return close_ends(ends);
}

template <typename Mask>
bool LookaheadState<Mask>::choose(Option option) {
  const Mask own = bit(option.value);
  Mask rest = static_cast<Mask>(items_[option.cell] ^ own);
  if ((items_[option.cell] & own) == 0) return false;
  Ends ends = open_ends();
  const Place* const places = places_.data();
  const std::uint16_t* const places_begin = places_begin_.data();
  const Place* const begin = places + places_begin[option.cell];
  const Place* const end = places + places_begin[option.cell + 1];
  if (rest != 0) write(ends, option.cell, own);
  for (; rest != 0; rest &= rest - 1) {
    const auto other = static_cast<std::uint32_t>(std::countr_zero(rest));
    for (const Place* place = begin; place != end; ++place)
      drop_from_unit(ends, place->items + other, bit(place->position));
  }
  for (const Place* place = begin; place != end; ++place) {
    const std::uint32_t item = place->items + option.value;
    rest = static_cast<Mask>(ends.items[item] & ~bit(place->position));
    if (rest == 0) continue;
    write(ends, item, bit(place->position));
    const std::uint16_t* const unit_cells = &cell_at_[place->items - cells_];
    for (; rest != 0; rest &= rest - 1) {
      const std::uint32_t peer = unit_cells[std::countr_zero(rest)];
      drop(ends, peer, own);
      const Place* const peer_end = places + places_begin[peer + 1];
      for (const Place* other = places + places_begin[peer]; other != peer_end; ++other)
        if (other->items != place->items)
          drop_from_unit(ends, other->items + option.value, bit(other->position));
    }
  }
  return close_ends(ends);
}

template <typename Mask>
inline const std::uint16_t* LookaheadState<Mask>::segments_of(std::uint32_t item) const {
  const auto lowest = static_cast<std::uint32_t>(std::countr_zero(items_[item]));
  return &segments_at_[(unit_of_[item - cells_].first_position + lowest) * most_segments_];
}

// Keeps those of the changed items that are locked; without a branch, as most are not.
template <typename Mask>
void LookaheadState<Mask>::filter_changed() {
  std::uint32_t* kept = changed_.data();
  for (std::size_t i = 0; i < changed_size_; ++i) {
    const std::uint32_t item = changed_[i];
    const Mask places = items_[item];
    is_changed_[item] = 0;
    const std::uint16_t* const segments = segments_of(item);
    bool locked = false;
    for (std::size_t k = 0; k < most_segments_; ++k)
      locked |= (places & segments_[segments[k]].outside) == 0;
    *kept = item;
    kept += locked & ((places & (places - 1)) != 0);
  }
  locked_.assign(changed_.data(), kept);
  changed_size_ = 0;
}

template <typename Mask>
bool LookaheadState<Mask>::remove_locked(std::uint32_t item) {
  const Mask places = items_[item];
  if ((places & (places - 1)) == 0) return true;  // about to be chosen
  const std::uint16_t* const segments = segments_of(item);
  const std::uint32_t value = unit_of_[item - cells_].value;
  for (std::size_t k = 0; k < most_segments_; ++k) {
    const Segment& segment = segments_[segments[k]];
    if ((places & segment.outside) != 0) continue;
    Mask rest = static_cast<Mask>(items_[segment.other_items + value] & segment.other_outside);
    for (; rest != 0; rest &= rest - 1)
      if (!remove(
              {cell_at_[segment.other_first + static_cast<std::uint32_t>(std::countr_zero(rest))],
               value}))
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
      filter_changed();
      for (const std::uint32_t item : locked_)
        if (!remove_locked(item)) return false;
    } else {
      return true;
    }
  }
  return false;
}

}  // namespace gridlens
