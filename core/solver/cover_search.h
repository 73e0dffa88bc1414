#pragma once

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "core/solver/cover_model.h"
#include "core/solver/search_engine.h"

namespace gridlens {

// Exact cover search for boards of any size. What dancing links do with linked lists is done with
// bit sets here: an item is the set of its live options, covering an item removes the options of
// its set from all other items, and a trail of overwritten sets undoes it. An item with one option
// left is chosen at once, whether it is a cell (naked single) or a value in a unit (hidden single).
//
// Allocates in the constructor only. Mask holds N bits.
template <typename Mask>
class CoverSearch : public SearchEngine {
 public:
  explicit CoverSearch(const CoverModel& model);

  SearchOutcome search(std::span<const std::uint8_t> givens, const SearchLimits& limits,
                       const SolutionSink& sink) override;

 private:
  struct Change {
    std::uint32_t item;
    Mask before;
  };
  struct Guess {
    std::uint32_t trail_size;
    std::uint16_t cell;
    std::uint8_t value;  // 0-based
  };

  // Items: cells first, then unit * n + value.
  [[nodiscard]] size_t unit_item(size_t unit, size_t value) const {
    return cells_ + unit * n_ + value;
  }
  static constexpr Mask bit(size_t i) { return static_cast<Mask>(Mask{1} << i); }

  bool shrink(size_t item, Mask to);       // false when the item has no option left
  bool remove(size_t cell, size_t value);  // takes one option out of all of its items
  bool choose(size_t cell, size_t value);  // covers all items of the option
  bool choose_single(size_t item);         // the one option left of an item
  bool propagate();                        // until no single is left
  bool pick_guess(Guess& guess) const;     // false when every item is settled
  void undo_to(size_t trail_size);
  bool emit(const SolutionSink& sink);

  const CoverModel& model_;
  const size_t n_;
  const size_t cells_;
  std::vector<Mask> items_;
  std::vector<Mask> untouched_;  // items of the blank board
  std::vector<Change> trail_;
  std::vector<std::uint32_t> queue_;  // items that have become single
  size_t queue_size_ = 0;
  std::vector<Guess> guesses_;
  std::vector<std::uint8_t> solution_;
};

extern template class CoverSearch<std::uint16_t>;
extern template class CoverSearch<std::uint32_t>;
extern template class CoverSearch<std::uint64_t>;

}  // namespace gridlens
