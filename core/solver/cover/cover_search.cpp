#include "core/solver/cover/cover_search.h"

namespace gridlens {

namespace {
// Nodes between two looks at the clock and the stop request. A node of the largest board takes
// some tens of microseconds.
constexpr std::uint64_t kNodesBetweenChecks = 16;
}  // namespace

template <typename Mask>
CoverSearch<Mask>::CoverSearch(const CoverModel& model) : state_(model) {
  guesses_.reserve(static_cast<size_t>(model.cells * model.n));
  solution_.resize(static_cast<size_t>(model.cells));
}

template <typename Mask>
bool CoverSearch<Mask>::pick_guess(Guess& guess) const {
  const CoverModel& model = state_.model();
  const auto n = static_cast<size_t>(model.n);
  const auto cells = static_cast<size_t>(model.cells);
  size_t best = 0;
  int best_count = model.n + 1;
  for (size_t item = 0; item < state_.item_count() && best_count > 2; ++item) {
    const int count = std::popcount(state_.item(item));
    if (count > 1 && count < best_count) {
      best_count = count;
      best = item;
    }
  }
  if (best_count > model.n) return false;
  const auto first = static_cast<size_t>(std::countr_zero(state_.item(best)));
  if (best < cells) {
    guess.cell = static_cast<std::uint16_t>(best);
    guess.value = static_cast<std::uint8_t>(first);
  } else {
    guess.cell = model.cell_at[(best - cells) / n * n + first];
    guess.value = static_cast<std::uint8_t>((best - cells) % n);
  }
  return true;
}

template <typename Mask>
bool CoverSearch<Mask>::emit(const SolutionSink& sink) {
  for (size_t cell = 0; cell < solution_.size(); ++cell)
    solution_[cell] = static_cast<std::uint8_t>(std::countr_zero(state_.item(cell)) + 1);
  return sink(solution_);
}

template <typename Mask>
SearchOutcome CoverSearch<Mask>::search(std::span<const std::uint8_t> givens,
                                        const SearchLimits& limits, const SolutionSink& sink) {
  SearchOutcome outcome;
  std::uint64_t idle_since = 0;
  guesses_.clear();
  bool alive = state_.start(givens.data());
  while (true) {
    Guess guess{};
    if (alive && pick_guess(guess)) {
      if (limits.spent(outcome.nodes, idle_since) ||
          (outcome.nodes % kNodesBetweenChecks == 0 && limits.interrupted())) {
        outcome.out_of_budget = true;
        return outcome;
      }
      ++outcome.nodes;
      guess.mark = static_cast<std::uint32_t>(state_.mark());
      guesses_.push_back(guess);
      alive = state_.choose(guess.cell, guess.value) && state_.propagate();
      continue;
    }
    if (alive) {
      ++outcome.solutions;
      idle_since = outcome.nodes;
      if (!emit(sink)) return outcome;
    }
    if (guesses_.empty()) break;
    guess = guesses_.back();
    guesses_.pop_back();
    state_.undo_to(guess.mark);
    alive = state_.remove(guess.cell, guess.value) && state_.propagate();
  }
  outcome.complete = true;
  return outcome;
}

template class CoverSearch<std::uint16_t>;
template class CoverSearch<std::uint32_t>;
template class CoverSearch<std::uint64_t>;

}  // namespace gridlens
