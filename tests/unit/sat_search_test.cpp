#include "tests/oracle/sat_search.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/solver/portfolio.h"
#include "puzzle_sets.h"

namespace gridlens {
namespace {

struct Verdict {
  std::uint64_t solutions = 0;  // two at most
  std::vector<std::uint8_t> first;
};

Verdict verdict_of(SearchEngine& engine, const Grid& givens) {
  Verdict verdict;
  const auto outcome = engine.search(givens.values(), {}, [&](std::span<const std::uint8_t> v) {
    if (verdict.solutions == 0) verdict.first.assign(v.begin(), v.end());
    return ++verdict.solutions < 2;
  });
  EXPECT_EQ(outcome.complete, verdict.solutions < 2);
  return verdict;
}

void expect_same(const std::vector<PuzzleSet>& sets, size_t at_most) {
  for (const PuzzleSet& set : sets) {
    if (set.name == "25x25_box5x5_hard") continue;  // half a minute and more
    const CoverModel model(set.rules);
    SatSearch sat(model);
    Portfolio portfolio(model);
    const size_t step = std::max<size_t>(1, set.puzzles.size() / at_most);
    for (size_t i = 0; i < set.puzzles.size(); i += step) {
      const Verdict judge = verdict_of(sat, set.puzzles[i]);
      const Verdict ours = verdict_of(portfolio, set.puzzles[i]);
      EXPECT_EQ(ours.solutions, judge.solutions) << set.name << " puzzle " << i + 1;
      if (judge.solutions == 1) {
        EXPECT_EQ(ours.first, judge.first) << set.name << " puzzle " << i + 1;
      }
    }
  }
}

TEST(SatSearchTest, AgreesWithOurEnginesOnTheCommittedSets) {
  expect_same(own_puzzle_sets(), 60);
}

TEST(SatSearchTest, AgreesWithOurEnginesOnTheLargeSets) {
  const std::vector<PuzzleSet> sets = shared_puzzle_sets();
  if (sets.empty()) GTEST_SKIP() << "no data/puzzles in GRIDLENS_SHARED or ../shared";
  expect_same(sets, 60);
}

TEST(SatSearchTest, NodesAreCountedAndBounded) {
  for (const PuzzleSet& set : own_puzzle_sets()) {
    if (set.rules.n() < 18) continue;
    const CoverModel model(set.rules);
    SatSearch sat(model);
    const auto ignore = [](std::span<const std::uint8_t>) { return true; };
    const auto whole = sat.search(set.puzzles[0].values(), {}, ignore);
    EXPECT_TRUE(whole.complete);
    ASSERT_GT(whole.nodes, 20u) << set.name;
    SearchLimits limits;
    limits.max_nodes = 10;
    const auto part = sat.search(set.puzzles[0].values(), limits, ignore);
    EXPECT_TRUE(part.out_of_budget) << set.name;
    EXPECT_LE(part.nodes, 12u) << set.name;
  }
}

TEST(SatSearchTest, StopsOnRequest) {
  const CoverModel model(classic_rules({3, 3}));
  SatSearch sat(model);
  std::stop_source source;
  SearchLimits limits;
  limits.stop = source.get_token();
  std::uint64_t found = 0;
  const auto outcome =
      sat.search(Grid(Shape{3, 3}).values(), limits, [&](std::span<const std::uint8_t>) {
        if (++found == 3) source.request_stop();
        return true;
      });
  EXPECT_TRUE(outcome.out_of_budget);
  EXPECT_EQ(found, 3u);
}

}  // namespace
}  // namespace gridlens
