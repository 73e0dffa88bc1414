#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/solver/cover/cover_model.h"
#include "core/solver/cover/search_engine.h"

namespace gridlens {

// The engines in turn, chosen by the size of the board and by what was spent on it:
// - up to 12x12 plain exact cover search alone, which never takes long there and never allocates;
// - up to 16x16 that as long as it gets on (nodes since the last solution), then lookahead search;
// - above, lookahead search from the start;
// - where large boards have solution after solution, back to plain search, which enumerates faster
//   and in constant memory. Solutions already handed out are skipped.
class Portfolio : public SearchEngine {
 public:
  explicit Portfolio(const CoverModel& model);

  SearchOutcome search(std::span<const std::uint8_t> givens, const SearchLimits& limits,
                       const SolutionSink& sink) override;

 private:
  class Run;

  std::unique_ptr<SearchEngine> plain_;
  std::unique_ptr<SearchEngine> lookahead_;  // null for boards that never need it
  std::uint64_t plain_idle_nodes_;           // 0: plain search has no limit
  bool plain_first_;
};

// Plain exact cover search: SimdSearch where it can take the model, else CoverSearch.
std::unique_ptr<SearchEngine> make_plain_search(const CoverModel& model);
// With the narrowest bit sets that hold the model.
std::unique_ptr<SearchEngine> make_lookahead_search(const CoverModel& model);

}  // namespace gridlens
