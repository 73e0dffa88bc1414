#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/solver/cover_model.h"
#include "core/solver/search_engine.h"

namespace gridlens {

// The engines in turn, chosen by the size of the board and by what was spent on it:
// - up to 12x12 plain exact cover search alone, which never takes long there and never allocates;
// - up to 16x16 that as long as it gets on (nodes since the last solution), then learning search;
// - above, learning search from the start;
// - where that has long found nothing and there is a last resort (a SAT solver), that;
// - where learning search finds solution after solution, back to plain search, which enumerates
//   faster and in constant memory. Solutions already handed out are skipped.
class Portfolio : public SearchEngine {
 public:
  // `last_resort` may be null. `learning_idle_nodes`: what learning search may spend before it.
  explicit Portfolio(const CoverModel& model, std::unique_ptr<SearchEngine> last_resort = nullptr,
                     std::uint64_t learning_idle_nodes = kLearningIdleNodes);

  // What learning search needs for all but the hardest 25x25 boards measured.
  static constexpr std::uint64_t kLearningIdleNodes = 15000;

  SearchOutcome search(std::span<const std::uint8_t> givens, const SearchLimits& limits,
                       const SolutionSink& sink) override;

 private:
  class Run;

  std::unique_ptr<SearchEngine> plain_;
  std::unique_ptr<SearchEngine> learning_;  // null for boards that never need it
  std::unique_ptr<SearchEngine> last_resort_;
  std::uint64_t learning_idle_nodes_;
  std::uint64_t plain_idle_nodes_;  // 0: plain search has no limit
  bool plain_first_;
};

// Plain exact cover search: WideSearch where it can take the model, else CoverSearch.
std::unique_ptr<SearchEngine> make_plain_search(const CoverModel& model);

}  // namespace gridlens
