#include "tests/oracle/sat_search.h"

#include <algorithm>
#include <bit>
#include <cadical.hpp>
#include <limits>

namespace gridlens {

namespace {

class LimitsTerminator : public CaDiCaL::Terminator {
 public:
  explicit LimitsTerminator(const SearchLimits& limits) : limits_(limits) {}
  bool terminate() override { return limits_.interrupted(); }

 private:
  const SearchLimits& limits_;
};

// Counts dead ends: the library does not tell how many decisions it made, but hands out every
// clause that it learns.
class DeadEndCounter : public CaDiCaL::Learner {
 public:
  bool learning(int /*size*/) override {
    ++count_;
    return false;
  }
  void learn(int /*lit*/) override {}
  [[nodiscard]] std::uint64_t count() const { return count_; }

 private:
  std::uint64_t count_ = 0;
};

}  // namespace

SatSearch::SatSearch(const CoverModel& model) : model_(model), state_(model) {}

SearchOutcome SatSearch::search(std::span<const std::uint8_t> givens, const SearchLimits& limits,
                                const SolutionSink& sink) {
  SearchOutcome outcome;
  if (!state_.start(givens.data())) {
    outcome.complete = true;
    return outcome;
  }
  const auto n = static_cast<size_t>(model_.n);
  const auto cells = static_cast<size_t>(model_.cells);

  DeadEndCounter dead_ends;
  LimitsTerminator terminator(limits);
  CaDiCaL::Solver solver;
  solver.set("quiet", 1);
  solver.connect_learner(&dead_ends);
  solver.connect_terminator(&terminator);
  std::vector<int> var_of(cells * n, 0);
  std::vector<size_t> option_of{0};  // variables count from 1
  std::vector<std::uint8_t> solution(cells);
  for (size_t cell = 0; cell < cells; ++cell) {
    const std::uint64_t live = state_.item(cell);
    solution[cell] = static_cast<std::uint8_t>(std::countr_zero(live) + 1);
    if (std::has_single_bit(live)) continue;
    for (std::uint64_t rest = live; rest != 0; rest &= rest - 1) {
      const size_t option = cell * n + static_cast<size_t>(std::countr_zero(rest));
      var_of[option] = static_cast<int>(option_of.size());
      option_of.push_back(option);
    }
  }
  std::vector<int> vars;
  for (size_t item = 0; item < state_.item_count(); ++item) {
    const std::uint64_t live = state_.item(item);
    if (std::has_single_bit(live)) continue;
    vars.clear();
    for (std::uint64_t rest = live; rest != 0; rest &= rest - 1) {
      const auto at = static_cast<size_t>(std::countr_zero(rest));
      const size_t unit = item < cells ? 0 : (item - cells) / n;
      const size_t option =
          item < cells ? item * n + at : model_.cell_at[unit * n + at] * n + (item - cells) % n;
      vars.push_back(var_of[option]);
      solver.add(vars.back());
    }
    solver.add(0);
    for (size_t i = 0; i < vars.size(); ++i)
      for (size_t j = 0; j < i; ++j) {
        solver.add(-vars[i]);
        solver.add(-vars[j]);
        solver.add(0);
      }
  }

  while (true) {
    if (limits.max_nodes != 0) {
      const std::uint64_t left = limits.max_nodes - std::min(limits.max_nodes, outcome.nodes);
      solver.limit("conflicts", static_cast<int>(std::min<std::uint64_t>(
                                    left, std::numeric_limits<int>::max())));
    }
    const int status = limits.interrupted() ? 0 : solver.solve();
    outcome.nodes = dead_ends.count();
    if (status == 20) break;  // unsatisfiable
    if (status != 10) {
      outcome.out_of_budget = true;
      return outcome;
    }
    vars.clear();
    for (size_t var = 1; var < option_of.size(); ++var)
      if (solver.val(static_cast<int>(var)) > 0) {
        solution[option_of[var] / n] = static_cast<std::uint8_t>(option_of[var] % n + 1);
        vars.push_back(static_cast<int>(var));
      }
    ++outcome.solutions;
    if (!sink(solution)) return outcome;
    for (const int var : vars) solver.add(-var);
    solver.add(0);
  }
  outcome.complete = true;
  return outcome;
}

}  // namespace gridlens
