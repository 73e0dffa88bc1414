#include <gtest/gtest.h>

#include <set>
#include <string>
#include <thread>
#include <vector>

#include "core/making/jigsaw_regions.h"
#include "core/making/puzzle_maker.h"
#include "core/puzzle/notation.h"
#include "core/puzzle/variants.h"
#include "core/solver/solver.h"

namespace gridlens {
namespace {

bool is_unique(const Rules& rules, const Grid& givens) {
  return Solver(rules).solve(givens).state == SolveState::unique;
}

std::string words(const Rules& rules, const MadePuzzle& made) {
  return rules.shape.to_string() + " " + format_puzzle(made.givens);
}

// What holds of every puzzle, whatever was wished.
void expect_sound(const Rules& rules, const MadePuzzle& made) {
  EXPECT_TRUE(is_unique(rules, made.givens)) << words(rules, made);
  EXPECT_TRUE(is_solution(rules, made.solution)) << words(rules, made);
  EXPECT_TRUE(made.givens.is_within(made.solution)) << words(rules, made);
  EXPECT_EQ(solve_logically(rules, made.givens).hardest, made.hardest) << words(rules, made);
}

Grid without(Grid givens, int cell) {
  givens.set(cell, 0);
  return givens;
}

TEST(Making, PuzzlesOfEverySizeAreUniqueAndLookAlikeAfterAHalfTurn) {
  for (const Shape shape : {Shape{2, 2}, Shape{2, 3}, Shape{3, 2}, Shape{1, 7}, Shape{2, 4},
                            Shape{3, 3}, Shape{5, 2}, Shape{3, 4}, Shape{4, 4}}) {
    const Rules rules = classic_rules(shape);
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const auto made = make_puzzle(rules, {.seed = seed});
      ASSERT_TRUE(made) << shape.to_string();
      expect_sound(rules, *made);
      EXPECT_LT(made->givens.count_filled(), shape.cells() * 2 / 3) << words(rules, *made);
      for (int cell = 0; cell < shape.cells(); ++cell) {
        const auto& values = made->givens.values();
        EXPECT_EQ(values[static_cast<size_t>(cell)] == 0,
                  values[static_cast<size_t>(shape.cells() - 1 - cell)] == 0);
      }
    }
  }
}

TEST(Making, LargeBoards) {
  const Rules rules = classic_rules({5, 5});
  const auto made = make_puzzle(rules, {.grade = Grade::easy, .seed = 5});
  ASSERT_TRUE(made);
  expect_sound(rules, *made);
}

TEST(Making, ThePuzzleHasTheGradeThatWasAsked) {
  const Rules rules = classic_rules({3, 3});
  for (const Grade grade : {Grade::easy, Grade::medium, Grade::hard, Grade::expert, Grade::extreme})
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      const auto made = make_puzzle(rules, {.grade = grade, .seed = seed});
      ASSERT_TRUE(made) << grade_name(grade);
      expect_sound(rules, *made);
      EXPECT_EQ(grade_of(made->hardest), grade) << words(rules, *made);
    }
}

TEST(Making, AMinimalPuzzleCanSpareNoGiven) {
  const Rules rules = classic_rules({3, 3});
  for (const Grade grade : {Grade::easy, Grade::extreme}) {
    const auto made = make_puzzle(rules, {.grade = grade, .minimal = true, .seed = 4});
    ASSERT_TRUE(made);
    expect_sound(rules, *made);
    EXPECT_EQ(grade_of(made->hardest), grade);
    for (int cell = 0; cell < 81; ++cell)
      if (made->givens.at(cell) != 0) {
        EXPECT_FALSE(is_unique(rules, without(made->givens, cell)))
            << cell_name(cell, 9) << " of " << words(rules, *made);
      }
  }
}

TEST(Making, OtherRules) {
  const Rules x = x_rules({3, 3});
  const auto made_x = make_puzzle(x, {.grade = Grade::medium, .seed = 2});
  ASSERT_TRUE(made_x);
  expect_sound(x, *made_x);

  const Rules jigsaw = jigsaw_rules("aaab\nacbb\ncccb\ndddd\n");
  const auto made_jigsaw = make_puzzle(jigsaw, {.seed = 2});
  ASSERT_TRUE(made_jigsaw);
  expect_sound(jigsaw, *made_jigsaw);
}

// Cells of the region of `start` that are reached from it by neighbours.
int reached_from(const std::vector<std::uint8_t>& regions, int n, int start) {
  std::set<int> reached{start};
  std::vector<int> open{start};
  while (!open.empty()) {
    const int cell = open.back();
    open.pop_back();
    for (const auto& [next, beside] :
         {std::pair(cell - n, cell >= n), std::pair(cell + n, cell + n < n * n),
          std::pair(cell - 1, cell % n > 0), std::pair(cell + 1, cell % n + 1 < n)})
      if (beside && regions[static_cast<size_t>(next)] == regions[static_cast<size_t>(start)] &&
          reached.insert(next).second)
        open.push_back(next);
  }
  return static_cast<int>(reached.size());
}

TEST(Making, RegionsAreNConnectedPartsOfNCells) {
  for (const Shape shape : {Shape{2, 2}, Shape{1, 5}, Shape{2, 3}, Shape{1, 7}, Shape{3, 3},
                            Shape{3, 4}, Shape{4, 4}}) {
    std::set<std::string> drawn;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
      Draw draw(seed);
      const std::vector<std::uint8_t> regions = draw_regions(shape, draw);
      drawn.emplace(regions.begin(), regions.end());
      EXPECT_NO_THROW((void)region_rules(shape, regions)) << shape.to_string();  // N of N cells
      for (int cell = 0; cell < shape.cells(); ++cell)
        ASSERT_EQ(reached_from(regions, shape.n(), cell), shape.n()) << shape.to_string();
      int of_boxes = 0;  // cells that are in one region with the first cell of their box
      for (int cell = 0; cell < shape.cells(); ++cell) {
        const int row = cell / shape.n(), column = cell % shape.n();
        const int first = row / shape.box_rows * shape.box_rows * shape.n() +
                          column / shape.box_cols * shape.box_cols;
        of_boxes += regions[static_cast<size_t>(cell)] == regions[static_cast<size_t>(first)];
      }
      if (shape.n() > 5) {
        EXPECT_LT(of_boxes, shape.cells() * 9 / 10) << shape.to_string();
      }
    }
    EXPECT_GT(drawn.size(), 3U) << shape.to_string();
  }
}

TEST(Making, JigsawsWithRegionsOfTheirOwn) {
  PuzzleDocument kind(Shape{3, 3});
  kind.rules = RuleKind::jigsaw;
  kind.title = "kept";
  for (const Grade grade : {Grade::easy, Grade::medium, Grade::expert, Grade::extreme}) {
    const auto made = make_document(kind, {.grade = grade, .seed = 3});
    ASSERT_TRUE(made) << grade_name(grade);
    EXPECT_EQ(made->title, "kept");
    const Rules rules = rules_of(*made);
    EXPECT_TRUE(is_unique(rules, made->givens));
    EXPECT_EQ(grade_of(solve_logically(rules, made->givens).hardest), grade);
    EXPECT_EQ(*make_document(kind, {.grade = grade, .seed = 3}), *made) << "the same seed";
    EXPECT_NE(make_document(kind, {.grade = grade, .seed = 4})->regions, made->regions);
  }
  // Regions that are given stay.
  kind = PuzzleDocument(Shape{2, 2});
  kind.rules = RuleKind::jigsaw;
  kind.regions = {0, 0, 0, 1, 0, 2, 1, 1, 2, 2, 2, 1, 3, 3, 3, 3};
  EXPECT_EQ(make_document(kind, {.seed = 9})->regions, kind.regions);
}

TEST(Making, RulesThatNoBoardKeepsMakeNothing) {
  const Rules rules = jigsaw_rules("aaab\nbbba\ncccd\ndddc\n");
  ASSERT_EQ(Solver(rules).solve(Grid(rules.shape)).state, SolveState::none);
  EXPECT_FALSE(make_puzzle(rules, {}));
}

TEST(Making, AWishThatCannotBeMetGivesUp) {
  EXPECT_FALSE(
      make_puzzle(classic_rules({2, 2}), {.grade = Grade::extreme, .seed = 1, .max_tries = 50}));
}

TEST(Making, TheSameSeedMakesTheSamePuzzle) {
  const Rules rules = classic_rules({2, 3});
  const auto first = make_puzzle(rules, {.seed = 9});
  const auto again = make_puzzle(rules, {.seed = 9});
  const auto other = make_puzzle(rules, {.seed = 10});
  ASSERT_TRUE(first && again && other);
  EXPECT_EQ(first->givens, again->givens);
  EXPECT_NE(first->givens, other->givens);
  // On every machine.
  EXPECT_EQ(format_puzzle(first->givens), "6....5..2..6.1...42...3.1..5..5....3");
}

TEST(Making, SeedsOfASeriesDiffer) {
  EXPECT_NE(seed_in_series(1, 0), seed_in_series(1, 1));
  EXPECT_NE(seed_in_series(1, 1), seed_in_series(2, 0));
}

TEST(Making, AStopEndsIt) {
  std::stop_source stop;
  std::thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop.request_stop();
  });
  // Without the stop: for hours.
  EXPECT_FALSE(
      make_puzzle(classic_rules({2, 2}),
                  {.grade = Grade::extreme, .max_tries = 1'000'000'000, .stop = stop.get_token()}));
  stopper.join();
}

}  // namespace
}  // namespace gridlens
