#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/solver/cover/cover_state.h"
#include "core/solver/cover/search_engine.h"

namespace gridlens {

// The cover written out as clauses for CaDiCaL: what is left after the givens' singles, "at least
// one" and pairwise "at most one" for every item; further solutions by excluding those found. An
// independent judge of our own engines.
//
// Nodes are dead ends (clauses learned) here: CaDiCaL does not tell how many decisions it made.
// Allocates while it searches.
class SatSearch : public SearchEngine {
 public:
  explicit SatSearch(const CoverModel& model);

  SearchOutcome search(std::span<const std::uint8_t> givens, const SearchLimits& limits,
                       const SolutionSink& sink) override;

 private:
  const CoverModel& model_;
  CoverState<std::uint64_t> state_;
};

}  // namespace gridlens
