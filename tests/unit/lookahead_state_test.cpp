// The state under LookaheadSearch: undo, singles and locked candidates, and that no solution is
// lost.
#include "core/solver/lookahead/lookahead_state.h"

#include <gtest/gtest.h>

#include <numeric>
#include <random>

#include "core/puzzle/variants.h"
#include "core/solver/lookahead/lookahead_search.h"
#include "puzzle_sets.h"

namespace gridlens {
namespace {

using State = LookaheadState<std::uint64_t>;

std::vector<std::uint64_t> items_of(const State& state) {
  std::vector<std::uint64_t> items;
  for (std::size_t i = 0; i < state.item_count(); ++i) items.push_back(state.item(i));
  return items;
}

// Whether a value confined to what two units share is still possible elsewhere in the second.
bool has_locked(const State& state, const CoverModel& model) {
  const auto n = static_cast<std::size_t>(model.n);
  const auto units = static_cast<std::size_t>(model.units);
  for (std::size_t a = 0; a < units; ++a)
    for (std::size_t b = 0; b < units; ++b)
      for (std::size_t value = 0; a != b && value < n; ++value) {
        bool within = true;
        std::vector<std::size_t> shared;
        for (std::size_t p = 0; p < n; ++p) {
          const std::size_t cell = model.cell_at[a * n + p];
          bool in_b = false;
          for (const auto& place : model.places_of(static_cast<int>(cell))) in_b |= place.unit == b;
          if (in_b) shared.push_back(cell);
          if ((state.item(cell) >> value & 1) != 0 && !in_b) within = false;
        }
        if (!within || shared.size() < 2) continue;
        for (std::size_t p = 0; p < n; ++p) {
          const std::size_t cell = model.cell_at[b * n + p];
          if ((state.item(cell) >> value & 1) != 0 &&
              std::find(shared.begin(), shared.end(), cell) == shared.end())
            return true;
        }
      }
  return false;
}

TEST(LookaheadStateTest, UndoRestoresAndPropagationEndsWithoutLockedCandidates) {
  std::mt19937 random(21);
  int checked = 0;
  for (const PuzzleSet& set : own_puzzle_sets()) {
    const int n = set.rules.n();
    if (n != 9 && n != 12) continue;
    const CoverModel model(set.rules);
    State state(model);
    for (std::size_t i = 0; i < std::min<std::size_t>(set.puzzles.size(), 10); ++i) {
      if (!state.start(set.puzzles[i].values().data())) continue;
      EXPECT_FALSE(has_locked(state, model)) << set.name;
      const auto before = items_of(state);
      const std::size_t mark = state.mark();
      for (int round = 0; round < 30; ++round) {
        const auto cell = static_cast<std::uint32_t>(random() % state.cells());
        const auto value = static_cast<std::uint32_t>(random() % static_cast<unsigned>(n));
        const bool possible = state.choose({cell, value}) && state.propagate();
        if (possible) {
          EXPECT_FALSE(has_locked(state, model)) << set.name;
          ++checked;
        }
        state.undo_to(mark);
        ASSERT_EQ(items_of(state), before) << set.name;
      }
    }
  }
  EXPECT_GT(checked, 50);
}

TEST(LookaheadStateTest, KeepsTheSolution) {
  for (const PuzzleSet& set : own_puzzle_sets()) {
    if (set.state != SolveState::unique) continue;
    const CoverModel model(set.rules);
    State state(model);
    LookaheadSearch<std::uint64_t> search(model);
    for (const Grid& givens : set.puzzles) {
      std::vector<std::uint8_t> solution;
      search.search(givens.values(), {}, [&](std::span<const std::uint8_t> values) {
        solution.assign(values.begin(), values.end());
        return true;
      });
      ASSERT_TRUE(state.start(givens.values().data()));
      for (std::uint32_t cell = 0; cell < state.cells(); ++cell)
        ASSERT_TRUE(state.is_live({cell, solution[cell] - std::uint32_t{1}})) << set.name;
    }
  }
}

// Along the way to a solution nothing of it may be ruled out, whatever the rules and the way.
TEST(LookaheadStateTest, PropagationRulesOutNoSolution) {
  std::mt19937 random(22);
  for (const PuzzleSet& set : own_puzzle_sets()) {
    if (set.state != SolveState::unique) continue;
    const CoverModel model(set.rules);
    State state(model);
    LookaheadSearch<std::uint64_t> search(model);
    const std::vector<std::uint8_t> blank(state.cells());
    for (std::size_t i = 0; i < std::min<std::size_t>(set.puzzles.size(), 5); ++i) {
      std::vector<std::uint8_t> solution;
      search.search(set.puzzles[i].values(), {}, [&](std::span<const std::uint8_t> values) {
        solution.assign(values.begin(), values.end());
        return false;
      });
      ASSERT_EQ(solution.size(), state.cells()) << set.name;
      std::vector<std::uint32_t> cells(state.cells());
      std::iota(cells.begin(), cells.end(), 0U);
      for (int way = 0; way < 3; ++way) {
        std::shuffle(cells.begin(), cells.end(), random);
        ASSERT_TRUE(state.start(blank.data()));
        for (const std::uint32_t cell : cells) {
          const std::size_t mark = state.mark();
          const auto other = static_cast<std::uint32_t>(random() % model.n);
          if (state.choose({cell, other})) state.propagate();
          state.undo_to(mark);
          ASSERT_TRUE(state.choose({cell, solution[cell] - std::uint32_t{1}})) << set.name;
          ASSERT_TRUE(state.propagate()) << set.name;
        }
        for (std::uint32_t cell = 0; cell < state.cells(); ++cell)
          ASSERT_EQ(state.item(cell), std::uint64_t{1} << (solution[cell] - 1)) << set.name;
      }
    }
  }
}

TEST(LookaheadStateTest, FindsTwinsOfCellsAndOfValues) {
  const Rules rules = classic_rules({3, 4});
  const CoverModel model(rules);
  const std::vector<std::uint8_t> blank(144);
  for (const bool use_equal_pairs : {true, false}) {
    State state(model, use_equal_pairs);
    // Cells 0 and 5 share a row and nothing else.
    ASSERT_TRUE(state.start(blank.data()));
    for (const std::uint32_t cell : {0U, 5U})
      for (std::uint32_t value = 2; value < 12; ++value) ASSERT_TRUE(state.remove({cell, value}));
    ASSERT_TRUE(state.propagate());
    EXPECT_EQ(state.is_live({9, 0}), !use_equal_pairs);
    EXPECT_EQ(state.is_live({9, 1}), !use_equal_pairs);
    EXPECT_TRUE(state.is_live({9, 2}));
    EXPECT_TRUE(state.is_live({12, 0}));  // the next row
    state.undo_to(0);
    // Values 4 and 7 have two places in the second column: what else is there goes.
    for (std::uint32_t row = 0; row < 12; ++row)
      for (const std::uint32_t value : {3U, 6U}) {
        if (row == 2 || row == 9) continue;
        ASSERT_TRUE(state.remove({row * 12 + 1, value}));
      }
    ASSERT_TRUE(state.propagate());
    EXPECT_EQ(state.is_live({2 * 12 + 1, 0}), !use_equal_pairs);
    EXPECT_EQ(state.is_live({9 * 12 + 1, 11}), !use_equal_pairs);
    EXPECT_TRUE(state.is_live({2 * 12 + 1, 3}));
    EXPECT_TRUE(state.is_live({9 * 12 + 1, 6}));
  }
}

// What one puzzle leaves behind must not show in the next.
TEST(LookaheadSearchTest, NothingIsKeptBetweenPuzzles) {
  for (const PuzzleSet& set : own_puzzle_sets()) {
    if (set.rules.n() < 15 || set.rules.n() > 20) continue;
    const CoverModel model(set.rules);
    LookaheadSearch<std::uint32_t> used(model);
    for (const Grid& givens : set.puzzles) {
      LookaheadSearch<std::uint32_t> fresh(model);
      const auto go_on = [](std::span<const std::uint8_t>) { return true; };
      EXPECT_EQ(used.search(givens.values(), {}, go_on).nodes,
                fresh.search(givens.values(), {}, go_on).nodes)
          << set.name;
      EXPECT_EQ(used.statistics().tries, fresh.statistics().tries) << set.name;
    }
  }
}

// Each part may only save work.
TEST(LookaheadSearchTest, PartsChangeNoCount) {
  for (const PuzzleSet& set : own_puzzle_sets()) {
    if (set.rules.n() > 10) continue;
    const CoverModel model(set.rules);
    const LookaheadOptions kinds[] = {{},
                                      {.what_both_say = false},
                                      {.skip_equals = false},
                                      {.prefer_recent = false},
                                      {.equal_pairs = false},
                                      {.tried_above = 1, .tried_below = 1, .wide_levels = 0}};
    for (std::size_t i = 0; i < std::min<std::size_t>(set.puzzles.size(), 20); ++i) {
      std::vector<std::uint64_t> counts;
      for (const LookaheadOptions& options : kinds) {
        LookaheadSearch<std::uint32_t> search(model, options);
        std::uint64_t found = 0;
        search.search(set.puzzles[i].values(), {},
                      [&](std::span<const std::uint8_t>) { return ++found < 200; });
        counts.push_back(found);
      }
      for (const std::uint64_t count : counts) EXPECT_EQ(count, counts[0]) << set.name;
    }
  }
}

}  // namespace
}  // namespace gridlens
