#include "puzzle_sets.h"

#include <gtest/gtest.h>

#include <map>
#include <memory>

#include "core/solver/cover/cover_search.h"
#include "core/solver/portfolio.h"
#include "core/solver/simd/simd_search.h"

namespace gridlens {
namespace {

using Engines = std::map<std::string, std::unique_ptr<SearchEngine>>;

Engines engines_for(const CoverModel& model) {
  Engines engines;
  engines["portfolio"] = std::make_unique<Portfolio>(model);
  engines["lookahead"] = make_lookahead_search(model);
  if (model.n <= 12) engines["cover"] = std::make_unique<CoverSearch<std::uint64_t>>(model);
  if (!SimdSearch::can_take(model)) return engines;
  using Kernel = SimdSearch::Kernel;
  for (const auto& [name, kernel] :
       {std::pair{"wide baseline", Kernel::baseline}, std::pair{"wide avx2", Kernel::avx2},
        std::pair{"wide avx512", Kernel::avx512}})
    if (SimdSearch::available(kernel))
      engines[name] = std::make_unique<SimdSearch>(model, SimdSearch::Options{kernel});
  return engines;
}

bool keeps_givens(const Grid& givens, const Grid& solution) {
  for (size_t i = 0; i < givens.values().size(); ++i)
    if (givens.values()[i] != 0 && givens.values()[i] != solution.values()[i]) return false;
  return true;
}

// Two solutions at most; every one is checked against the rules.
SolveState state_by(SearchEngine& engine, const Rules& rules, const Grid& givens,
                    const SearchLimits& limits) {
  std::vector<Grid> found;
  const SearchOutcome outcome =
      engine.search(givens.values(), limits, [&](std::span<const std::uint8_t> values) {
        found.emplace_back(rules.shape, std::vector<std::uint8_t>(values.begin(), values.end()));
        return found.size() < 2;
      });
  for (const Grid& grid : found) {
    EXPECT_TRUE(is_solution(rules, grid));
    EXPECT_TRUE(keeps_givens(givens, grid));
  }
  if (found.size() == 2) {
    EXPECT_NE(found[0], found[1]);
    return SolveState::multiple;
  }
  if (outcome.out_of_budget) return SolveState::budget;
  EXPECT_TRUE(outcome.complete);
  return found.empty() ? SolveState::none : SolveState::unique;
}

TEST(PuzzleSetsTest, EveryEngineGivesTheKnownStatus) {
  const std::vector<PuzzleSet> sets = own_puzzle_sets();
  ASSERT_GE(sets.size(), 19u);
  for (const PuzzleSet& set : sets) {
    const CoverModel model(set.rules);
    for (const auto& [name, engine] : engines_for(model))
      for (size_t i = 0; i < set.puzzles.size(); ++i)
        EXPECT_EQ(state_by(*engine, set.rules, set.puzzles[i], {}), set.state)
            << set.name << " puzzle " << i + 1 << " by " << name;
  }
}

TEST(PuzzleSetsTest, SolverGivesTheKnownStatusOfTheLargeSets) {
  const std::vector<PuzzleSet> sets = shared_puzzle_sets();
  if (sets.empty()) GTEST_SKIP() << "no data/puzzles in GRIDLENS_SHARED or ../shared";
  for (const PuzzleSet& set : sets) {
    Solver solver(set.rules);
    SolveOptions options;
    options.max_nodes = 3000;
    for (size_t i = 0; i < set.puzzles.size(); ++i) {
      const SolveResult result = solver.solve(set.puzzles[i], options);
      for (const Grid& grid : result.solutions) {
        EXPECT_TRUE(is_solution(set.rules, grid));
        EXPECT_TRUE(keeps_givens(set.puzzles[i], grid));
      }
      if (set.name == "25x25_box5x5_hard" && result.state == SolveState::budget) continue;
      if (set.state)
        EXPECT_EQ(result.state, *set.state) << set.name << " puzzle " << i + 1;
      else
        EXPECT_NE(result.state, SolveState::budget) << set.name << " puzzle " << i + 1;
    }
  }
}

TEST(PuzzleSetsTest, EnginesAgreeOnTheLargeSets) {
  const std::vector<PuzzleSet> sets = shared_puzzle_sets();
  if (sets.empty()) GTEST_SKIP() << "no data/puzzles in GRIDLENS_SHARED or ../shared";
  for (const PuzzleSet& set : sets) {
    if (set.name == "25x25_box5x5_hard") continue;  // seconds each
    const CoverModel model(set.rules);
    const Engines engines = engines_for(model);
    // Of the long lists every eleventh puzzle will do.
    for (size_t i = 0; i<set.puzzles.size(); i += set.puzzles.size()> 500 ? 11 : 1) {
      const SolveState expected = state_by(*engines.at("lookahead"), set.rules, set.puzzles[i], {});
      for (const auto& [name, engine] : engines)
        EXPECT_EQ(state_by(*engine, set.rules, set.puzzles[i], {}), expected)
            << set.name << " puzzle " << i + 1 << " by " << name;
    }
  }
}

}  // namespace
}  // namespace gridlens
