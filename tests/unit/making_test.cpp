#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

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
  givens.set(cell / givens.n(), cell % givens.n(), 0);
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
      if (made->givens.values()[static_cast<size_t>(cell)] != 0) {
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
  // Without the stop: until 100,000 boards are tried.
  EXPECT_FALSE(
      make_puzzle(classic_rules({2, 2}), {.grade = Grade::extreme, .stop = stop.get_token()}));
  stopper.join();
}

}  // namespace
}  // namespace gridlens
