#include "core/solver/solver.h"

#include <algorithm>
#include <stdexcept>

#include "core/solver/cover/cover_model.h"
#include "core/solver/portfolio.h"

namespace gridlens {

class Solver::Engine {
 public:
  explicit Engine(const Rules& r) : rules(r), model(rules), search(model) {}

  Rules rules;
  CoverModel model;
  Portfolio search;
};

Solver::Solver(const Rules& rules) : engine_(std::make_unique<Engine>(rules)) {}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

std::optional<Clash> Solver::find_clash(const Grid& givens) const {
  if (givens.n() != engine_->rules.n())
    throw std::invalid_argument("solver: a grid of " + std::to_string(givens.n()) +
                                " cells a side for rules of " + std::to_string(engine_->rules.n()));
  return gridlens::find_clash(engine_->rules, givens);
}

SearchOutcome Solver::search(const Grid& givens, const SolveOptions& options,
                             const SolutionSink& sink) {
  if (givens.n() != engine_->rules.n())
    throw std::invalid_argument("solver: a grid of " + std::to_string(givens.n()) +
                                " cells a side for rules of " + std::to_string(engine_->rules.n()));
  SearchLimits limits;
  limits.max_nodes = options.max_nodes;
  limits.stop = options.stop;
  if (options.time) limits.deadline = std::chrono::steady_clock::now() + *options.time;
  return engine_->search.search(givens.values(), limits, sink);
}

SolveResult Solver::solve(const Grid& givens, const SolveOptions& options) {
  SolveResult result;
  // Fewer than two would prove nothing: the second is searched for even when one is asked for.
  const auto wanted = static_cast<std::uint64_t>(std::max(options.max_solutions, 2));
  std::uint64_t found = 0;
  const SearchOutcome outcome = search(givens, options, [&](std::span<const std::uint8_t> values) {
    if (found < static_cast<std::uint64_t>(std::max(options.max_solutions, 0)))
      result.solutions.emplace_back(givens.shape(),
                                    std::vector<std::uint8_t>(values.begin(), values.end()));
    return ++found < wanted;
  });
  result.nodes = outcome.nodes;
  // Givens that clash show as a puzzle without solution and without a guess; only then is it worth
  // looking which.
  if (found == 0 && outcome.nodes == 0) result.clash = find_clash(givens);
  if (result.clash)
    result.state = SolveState::invalid;
  else if (found >= 2)
    result.state = SolveState::multiple;
  else if (outcome.out_of_budget)
    result.state = SolveState::budget;
  else
    result.state = found == 1 ? SolveState::unique : SolveState::none;
  return result;
}

}  // namespace gridlens
