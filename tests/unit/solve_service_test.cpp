#include "core/pipeline/solve_service.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <thread>

#include "core/puzzle/rules.h"

namespace gridlens {
namespace {

Grid grid_of(const std::string& line) {
  Grid grid(Shape{3, 3});
  for (int i = 0; i < 81; ++i)
    if (line[static_cast<size_t>(i)] != '.') grid.set(i, line[static_cast<size_t>(i)] - '0');
  return grid;
}

// Made for these tests.
const char* const kPuzzle =
    "3........"
    "7..43..18"
    ".687.2..9"
    "4......27"
    ".71.4...3"
    "....7..9."
    "..4....5."
    "8..5...74"
    "65.8..9..";

std::shared_ptr<const SolveResult> wait_for_answer(SolveService& service, const Grid& clues) {
  for (int i = 0; i < 2000; ++i) {
    if (auto answer = service.ask(clues)) return answer;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return nullptr;
}

TEST(InlineSolveServiceTest, AnswersAtOnceAndKeepsTheAnswer) {
  InlineSolveService service;
  const auto answer = service.ask(grid_of(kPuzzle));
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->state, SolveState::unique);
  EXPECT_TRUE(is_solution(classic_rules({3, 3}), answer->solutions.at(0)));
  EXPECT_EQ(service.ask(grid_of(kPuzzle)), answer);
}

TEST(InlineSolveServiceTest, ANodeBudgetIsTold) {
  InlineSolveService service(1);
  EXPECT_EQ(service.ask(Grid(Shape{5, 5}))->state, SolveState::budget);
}

TEST(ThreadSolveServiceTest, AnswersLater) {
  ThreadSolveService service;
  const auto answer = wait_for_answer(service, grid_of(kPuzzle));
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->state, SolveState::unique);
}

TEST(ThreadSolveServiceTest, EndsWhileASearchIsUnderWay) {
  auto service = std::make_unique<ThreadSolveService>(0);
  const Grid giant(Shape{6, 6});
  EXPECT_FALSE(service->ask(giant));
  service.reset();  // must return, whatever the search is doing
}

}  // namespace
}  // namespace gridlens
