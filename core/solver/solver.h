#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/puzzle/grid.h"
#include "core/puzzle/rules.h"
#include "core/solver/cover/search_engine.h"

namespace gridlens {

enum class SolveState {
  unique = 1,  // exactly one solution, proven by searching for a second
  multiple,    // at least two solutions
  none,        // no solution
  invalid,     // two givens clash (SolveResult::clash)
  budget,      // nodes, time or a stop request ended the search before the answer was known
};

struct SolveOptions {
  int max_solutions = 2;                            // stop after so many; 2 proves uniqueness
  std::uint64_t max_nodes = 0;                      // budget in search nodes, repeatable; 0: none
  std::optional<std::chrono::milliseconds> time{};  // budget in time
  std::stop_token stop{};  // cancels from another thread within a millisecond
};

struct SolveResult {
  SolveState state = SolveState::budget;
  std::vector<Grid>
      solutions;  // up to max_solutions; with `budget`, one where known (its uniqueness is not)
  std::optional<Clash> clash;  // with `invalid`
  std::uint64_t nodes = 0;     // search nodes spent
};

// Solves puzzles of one rule set. Reusable; one Solver serves one thread at a time.
class Solver {
 public:
  explicit Solver(const Rules& rules);
  ~Solver();
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;

  SolveResult solve(const Grid& givens, const SolveOptions& options = {});

  // The first two givens that clash, if any.
  [[nodiscard]] std::optional<Clash> find_clash(const Grid& givens) const;

  // Hands every solution to `sink` as it is found and keeps none; `options.max_solutions` is not
  // looked at: the sink returns false when it has seen enough. Counts with a sink that returns
  // true. Throws std::invalid_argument where the grid is not of the rules' size. Givens that clash:
  // none.
  SearchOutcome search(const Grid& givens, const SolveOptions& options, const SolutionSink& sink);

 private:
  class Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace gridlens
