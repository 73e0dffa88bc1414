#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/solver/cover/cover_state.h"
#include "core/solver/cover/search_engine.h"

namespace gridlens {

// Exact cover search for boards of any size: depth first on CoverState, guessing in the item with
// the fewest options. A guess is tried both ways: chosen, then removed.
//
// Allocates in the constructor only. Mask holds N bits.
template <typename Mask>
class CoverSearch : public SearchEngine {
 public:
  explicit CoverSearch(const CoverModel& model);

  SearchOutcome search(std::span<const std::uint8_t> givens, const SearchLimits& limits,
                       const SolutionSink& sink) override;

 private:
  struct Guess {
    std::uint32_t mark;
    std::uint16_t cell;
    std::uint8_t value;  // 0-based
  };

  bool pick_guess(Guess& guess) const;  // false when every item is settled
  bool emit(const SolutionSink& sink);

  CoverState<Mask> state_;
  std::vector<Guess> guesses_;
  std::vector<std::uint8_t> solution_;
};

extern template class CoverSearch<std::uint16_t>;
extern template class CoverSearch<std::uint32_t>;
extern template class CoverSearch<std::uint64_t>;

}  // namespace gridlens
