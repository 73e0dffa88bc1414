#include "app/views/board_grader.h"

#include <algorithm>

#include "core/pipeline/thread_name.h"
#include "core/solver/deduction/grading.h"

namespace gridlens {

namespace {

constexpr int kLargest = 16;           // boards above take a person's patience
constexpr std::size_t kMostKept = 32;  // puzzles: a folder is leafed back

}  // namespace

BoardGrader::~BoardGrader() {
  thread_.request_stop();
}

std::string BoardGrader::grade(const BoardResult& board) {
  if (board.state != BoardState::solved || !board.shape || !board.clues || board.n > kLargest)
    return "";
  const std::scoped_lock lock(mutex_);
  const auto found = std::find_if(puzzles_.begin(), puzzles_.end(), [&](const Graded& one) {
    return one.shape == *board.shape && one.givens == *board.clues;
  });
  if (found != puzzles_.end()) return found->grade.value_or("");
  puzzles_.push_back({*board.shape, *board.clues, std::nullopt});
  if (puzzles_.size() > kMostKept) puzzles_.pop_front();
  if (!thread_.joinable())
    thread_ = std::jthread([this](const std::stop_token& stop) { run(stop); });
  asked_.notify_one();
  return "";
}

void BoardGrader::run(const std::stop_token& stop) {
  name_this_thread("gl-grade");
  std::unique_lock lock(mutex_);
  const auto waiting = [this] {
    return std::find_if(puzzles_.begin(), puzzles_.end(),
                        [](const Graded& one) { return !one.grade; });
  };
  while (asked_.wait(lock, stop, [&] { return waiting() != puzzles_.end(); })) {
    const auto next = waiting();
    const Shape shape = next->shape;
    const Grid givens = next->givens;
    lock.unlock();
    const LogicalSolution solution = solve_logically(classic_rules(shape), givens, stop);
    lock.lock();
    // Others may have come and gone meanwhile.
    for (Graded& one : puzzles_)
      if (one.shape == shape && one.givens == givens)
        one.grade = solution.contradiction ? "" : grade_name(grade_of(solution.hardest));
  }
}

}  // namespace gridlens
