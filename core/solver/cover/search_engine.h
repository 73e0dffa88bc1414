#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>

namespace gridlens {

// When a search has to end before its answer is known.
struct SearchLimits {
  std::uint64_t max_nodes = 0;       // 0: none
  std::uint64_t max_idle_nodes = 0;  // nodes since the last solution (or the start); 0: none
  std::optional<std::chrono::steady_clock::time_point> deadline{};
  std::stop_token stop{};

  [[nodiscard]] bool spent(std::uint64_t nodes, std::uint64_t idle_since) const {
    return (max_nodes != 0 && nodes >= max_nodes) ||
           (max_idle_nodes != 0 && nodes - idle_since >= max_idle_nodes);
  }

  // Looks at the clock and the stop request. Costs some tens of nanoseconds.
  [[nodiscard]] bool interrupted() const {
    return stop.stop_requested() || (deadline && std::chrono::steady_clock::now() >= *deadline);
  }
};

// Called with the N * N values of every solution, row-major; returns false to end the search.
using SolutionSink = std::function<bool(std::span<const std::uint8_t>)>;

struct SearchOutcome {
  std::uint64_t solutions = 0;  // handed to the sink
  std::uint64_t nodes = 0;      // guesses made
  bool complete = false;        // every solution was found; false: ended by a limit or by the sink
  bool out_of_budget = false;   // ended by a limit
};

// One way to search. Reusable; serves one thread at a time.
class SearchEngine {
 public:
  virtual ~SearchEngine() = default;

  // `givens`: N * N values, 0 empty. Givens that clash have no solution.
  virtual SearchOutcome search(std::span<const std::uint8_t> givens, const SearchLimits& limits,
                               const SolutionSink& sink) = 0;
};

}  // namespace gridlens
