// Promises of the engines about memory and about stopping.
#include <gtest/gtest.h>

#include <atomic>
#include <cstdlib>
#include <memory>
#include <new>

#include "core/solver/cover/cover_search.h"
#include "core/solver/portfolio.h"
#include "core/solver/simd/simd_search.h"
#include "core/solver/solver.h"
#include "puzzle_sets.h"

namespace {
std::atomic<std::uint64_t> allocations{0};
}

// Not inlined: GCC would take a part of them for a mix of new and free().
[[gnu::noinline]] void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void* operator new(std::size_t size, std::align_val_t alignment) {
  ++allocations;
  const auto a = static_cast<std::size_t>(alignment);
  if (void* memory = std::aligned_alloc(a, (size + a - 1) / a * a)) return memory;
  throw std::bad_alloc();
}
[[gnu::noinline]] void operator delete(void* memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::align_val_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void* memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

namespace gridlens {
namespace {

std::uint64_t allocations_of(SearchEngine& engine, const Grid& givens, std::uint64_t solutions) {
  std::uint64_t found = 0;
  const SolutionSink sink = [&](std::span<const std::uint8_t>) { return ++found < solutions; };
  SearchLimits limits;
  limits.max_nodes = 20000;
  const std::uint64_t before = allocations;
  engine.search(givens.values(), limits, sink);
  return allocations - before;
}

TEST(SolverLimitsTest, CountsAllocationsAtAll) {
  const std::uint64_t before = allocations;
  auto number = std::make_unique<int>(1);
  EXPECT_GT(allocations - before, 0u);
}

TEST(SolverLimitsTest, ExactCoverEnginesAllocateOnlyWhenMade) {
  for (const PuzzleSet& set : own_puzzle_sets()) {
    const CoverModel model(set.rules);
    CoverSearch<std::uint64_t> cover(model);
    const std::unique_ptr<SearchEngine> lookahead = make_lookahead_search(model);
    std::unique_ptr<SimdSearch> wide;
    if (SimdSearch::can_take(model)) wide = std::make_unique<SimdSearch>(model);
    for (const Grid& givens : set.puzzles) {
      EXPECT_EQ(allocations_of(cover, givens, 2), 0u) << set.name;
      EXPECT_EQ(allocations_of(*lookahead, givens, 2), 0u) << set.name;
      if (wide) {
        EXPECT_EQ(allocations_of(*wide, givens, 2), 0u) << set.name;
      }
    }
    // The blank board goes deepest.
    EXPECT_EQ(allocations_of(cover, Grid(set.rules.shape), 1000), 0u) << set.name;
    EXPECT_EQ(allocations_of(*lookahead, Grid(set.rules.shape), 100), 0u) << set.name;
    if (wide) {
      EXPECT_EQ(allocations_of(*wide, Grid(set.rules.shape), 1000), 0u) << set.name;
    }
  }
}

TEST(SolverLimitsTest, TheSolverItselfAllocatesNothingUpTo12x12) {
  for (const PuzzleSet& set : own_puzzle_sets()) {
    if (set.rules.n() > 12) continue;
    Solver solver(set.rules);
    std::uint64_t found = 0;
    const SolutionSink sink = [&](std::span<const std::uint8_t>) { return ++found % 2 != 0; };
    const SolveOptions options;
    const std::uint64_t before = allocations;
    for (const Grid& givens : set.puzzles) solver.search(givens, options, sink);
    EXPECT_EQ(allocations - before, 0u) << set.name;
  }
}

// From the stop request on, an engine makes at most so many nodes. A node takes microseconds
// (docs/notebook/solver.md), so this is well within a millisecond.
constexpr std::uint64_t kNodesBetweenChecks = 32;

void expect_prompt_stop(SearchEngine& engine, const Grid& givens, std::uint64_t at_solution) {
  std::stop_source source;
  SearchLimits limits;
  limits.stop = source.get_token();
  std::uint64_t found = 0;
  const SearchOutcome outcome =
      engine.search(givens.values(), limits, [&](std::span<const std::uint8_t>) {
        if (++found == at_solution) source.request_stop();
        return true;
      });
  EXPECT_TRUE(outcome.out_of_budget);
  EXPECT_FALSE(outcome.complete);
  // Every node ends in at most one solution, and at least the last guess of each makes one.
  EXPECT_GE(outcome.solutions, at_solution);
  EXPECT_LE(outcome.solutions - at_solution, kNodesBetweenChecks);
}

TEST(SolverLimitsTest, StopsWithinAFewNodesOfTheRequest) {
  for (const Shape shape : {Shape{3, 3}, Shape{4, 4}, Shape{5, 5}, Shape{6, 6}}) {
    const CoverModel model(classic_rules(shape));
    const Grid blank(shape);
    CoverSearch<std::uint64_t> cover(model);
    expect_prompt_stop(cover, blank, 50);
    expect_prompt_stop(*make_lookahead_search(model), blank, 20);
    Portfolio portfolio(model);
    expect_prompt_stop(portfolio, blank, 20);
    if (!SimdSearch::can_take(model)) continue;
    SimdSearch wide(model);
    expect_prompt_stop(wide, blank, 50);
  }
}

TEST(SolverLimitsTest, NodeBudgetsAreExactAndRepeatable) {
  for (const PuzzleSet& set : own_puzzle_sets()) {
    if (set.rules.n() < 15) continue;
    Solver solver(set.rules);
    SolveOptions options;
    options.max_nodes = 30;
    for (const Grid& givens : set.puzzles) {
      const SolveResult first = solver.solve(givens, options);
      const SolveResult second = solver.solve(givens, options);
      EXPECT_LE(first.nodes, 30u);
      EXPECT_EQ(first.nodes, second.nodes);
      EXPECT_EQ(first.state, second.state);
      EXPECT_EQ(first.solutions, second.solutions);
    }
  }
}

TEST(SolverLimitsTest, BudgetKeepsASolutionItHasFound) {
  // Found long before it is proven to be the only one.
  const Rules rules = classic_rules({3, 3});
  Solver solver(rules);
  int kept = 0;
  for (const PuzzleSet& set : own_puzzle_sets()) {
    if (set.name != "9x9_box3x3_hard_unique") continue;
    for (const Grid& givens : set.puzzles)
      for (SolveOptions options{.max_nodes = 1};; ++options.max_nodes) {
        const SolveResult result = solver.solve(givens, options);
        if (result.state == SolveState::unique) break;
        EXPECT_EQ(result.state, SolveState::budget);
        if (!result.solutions.empty()) {
          EXPECT_TRUE(is_solution(rules, result.solutions[0]));
          ++kept;
        }
      }
  }
  EXPECT_GT(kept, 0);
}

}  // namespace
}  // namespace gridlens
