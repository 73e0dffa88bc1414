#pragma once

#include <condition_variable>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "core/puzzle/grid.h"
#include "core/solver/solver.h"

namespace gridlens {

// Answers kept by their clues, so that a board that is lost and found again is not solved again.
class SolveCache {
 public:
  [[nodiscard]] std::shared_ptr<const SolveResult> find(const Grid& clues);  // null: unknown
  void insert(const Grid& clues, std::shared_ptr<const SolveResult> answer);

 private:
  static constexpr size_t kCapacity = 64;
  std::list<std::pair<Grid, std::shared_ptr<const SolveResult>>> newest_first_;
};

// Solves with one Solver kept a shape. Used by one thread.
class ShapeSolvers {
 public:
  // `max_nodes` bounds the work in a repeatable way; 0: no bound.
  SolveResult solve(const Grid& clues, std::uint64_t max_nodes, const std::stop_token& stop);

 private:
  std::map<std::pair<int, int>, Solver> solvers_;
};

// Where the vision stage gets its solutions from.
class SolveService {
 public:
  virtual ~SolveService() = default;

  // The answer where it is known; null while it is being worked on.
  virtual std::shared_ptr<const SolveResult> ask(const Grid& clues) = 0;

  // Far beyond every 9x9 puzzle; a hostile 25x25 board spends it in seconds.
  static constexpr std::uint64_t kMaxNodes = 5'000'000;
};

// Solves in the calling thread: the same input gives the same output. For files, stills and tests.
class InlineSolveService final : public SolveService {
 public:
  explicit InlineSolveService(std::uint64_t max_nodes = kMaxNodes) : max_nodes_(max_nodes) {}
  std::shared_ptr<const SolveResult> ask(const Grid& clues) override;

 private:
  std::uint64_t max_nodes_;
  SolveCache cache_;
  ShapeSolvers solvers_;
};

// Solves on a thread of its own, so that a hard puzzle never stalls the picture. ask() is for one
// thread (vision).
class ThreadSolveService final : public SolveService {
 public:
  explicit ThreadSolveService(std::uint64_t max_nodes = kMaxNodes);
  ~ThreadSolveService() override;  // cancels the search under way
  std::shared_ptr<const SolveResult> ask(const Grid& clues) override;

 private:
  void run(const std::stop_token& stop);

  static constexpr size_t kMaxWaiting = 8;  // boards wanted at once; older wishes are forgotten
  std::uint64_t max_nodes_;
  std::mutex mutex_;
  std::condition_variable_any wanted_;
  std::deque<Grid> waiting_;
  std::optional<Grid> current_;
  SolveCache cache_;
  std::jthread thread_;  // last: starts when all else stands
};

}  // namespace gridlens
