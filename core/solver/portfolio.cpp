#include "core/solver/portfolio.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "core/solver/cover/cover_search.h"
#include "core/solver/lookahead/lookahead_search.h"
#include "core/solver/simd/simd_search.h"

namespace gridlens {

namespace {

constexpr int kPlainAloneN = 12;
constexpr int kPlainFirstN = 16;
constexpr std::uint64_t kPlainIdleNodes = 1000;
constexpr std::uint64_t kSolutionsByLookahead = 500;

}  // namespace

std::unique_ptr<SearchEngine> make_plain_search(const CoverModel& model) {
  if (SimdSearch::can_take(model)) return std::make_unique<SimdSearch>(model);
  if (model.n <= 16) return std::make_unique<CoverSearch<std::uint16_t>>(model);
  if (model.n <= 32) return std::make_unique<CoverSearch<std::uint32_t>>(model);
  return std::make_unique<CoverSearch<std::uint64_t>>(model);
}

std::unique_ptr<SearchEngine> make_lookahead_search(const CoverModel& model) {
  if (model.n < 32) return std::make_unique<LookaheadSearch<std::uint32_t>>(model);
  return std::make_unique<LookaheadSearch<std::uint64_t>>(model);
}

Portfolio::Portfolio(const CoverModel& model)
    : plain_(make_plain_search(model)),
      plain_idle_nodes_(model.n <= kPlainAloneN ? 0 : kPlainIdleNodes),
      plain_first_(model.n <= kPlainFirstN) {
  if (plain_idle_nodes_ != 0) lookahead_ = make_lookahead_search(model);
}

// One search over several engines: adds up their nodes and keeps solutions from being handed out
// twice.
class Portfolio::Run {
 public:
  Run(std::span<const std::uint8_t> givens, const SearchLimits& limits, const SolutionSink& sink)
      : givens_(givens), limits_(limits), sink_(sink) {}

  // False when the search is over, for whatever reason.
  bool go_on(SearchEngine& engine, std::uint64_t idle_nodes, std::uint64_t max_solutions) {
    SearchLimits limits = limits_;
    limits.max_idle_nodes = idle_nodes;
    if (limits.max_nodes != 0) limits.max_nodes -= std::min(limits.max_nodes - 1, outcome_.nodes);
    bool ended_by_sink = false;
    std::uint64_t found = 0;
    const SearchOutcome part = engine.search(givens_, limits, [&](std::span<const std::uint8_t> v) {
      if (!seen_.emplace(v.begin(), v.end()).second) return true;
      ++outcome_.solutions;
      ended_by_sink = !sink_(v);
      return !ended_by_sink && ++found < max_solutions;
    });
    outcome_.nodes += part.nodes;
    outcome_.complete = part.complete;
    if (part.complete || ended_by_sink) return false;
    // Ended by the limits of the whole search, not by the engine's idle nodes?
    outcome_.out_of_budget = part.out_of_budget && (idle_nodes == 0 || limits_.interrupted() ||
                                                    limits_.spent(outcome_.nodes, 0));
    return !outcome_.out_of_budget;
  }

  // The last engine: what it finds need not be kept.
  void finish(SearchEngine& engine) {
    SearchLimits limits = limits_;
    if (limits.max_nodes != 0) limits.max_nodes -= std::min(limits.max_nodes - 1, outcome_.nodes);
    std::uint64_t skipped = 0;
    const SearchOutcome part = engine.search(givens_, limits, [&](std::span<const std::uint8_t> v) {
      if (skipped < seen_.size() && seen_.contains(std::string(v.begin(), v.end()))) {
        ++skipped;
        return true;
      }
      ++outcome_.solutions;
      return sink_(v);
    });
    outcome_.nodes += part.nodes;
    outcome_.complete = part.complete;
    outcome_.out_of_budget = part.out_of_budget;
  }

  [[nodiscard]] const SearchOutcome& outcome() const { return outcome_; }
  [[nodiscard]] bool prolific() const { return seen_.size() >= kSolutionsByLookahead; }

 private:
  std::span<const std::uint8_t> givens_;
  const SearchLimits& limits_;
  const SolutionSink& sink_;
  SearchOutcome outcome_;
  std::set<std::string> seen_;  // values as characters
};

SearchOutcome Portfolio::search(std::span<const std::uint8_t> givens, const SearchLimits& limits,
                                const SolutionSink& sink) {
  if (!lookahead_) return plain_->search(givens, limits, sink);
  Run run(givens, limits, sink);
  if (plain_first_ && !run.go_on(*plain_, plain_idle_nodes_, kSolutionsByLookahead))
    return run.outcome();
  if (!run.prolific() && !run.go_on(*lookahead_, 0, kSolutionsByLookahead)) return run.outcome();
  run.finish(*plain_);
  return run.outcome();
}

}  // namespace gridlens
