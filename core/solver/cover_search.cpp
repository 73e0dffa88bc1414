#include "core/solver/cover_search.h"

namespace gridlens {

namespace {
// Nodes between two looks at the clock and the stop request. A node of the largest board takes
// some tens of microseconds.
constexpr std::uint64_t kNodesBetweenChecks = 16;
}  // namespace

template <typename Mask>
CoverSearch<Mask>::CoverSearch(const CoverModel& model)
    : model_(model), n_(static_cast<size_t>(model.n)), cells_(static_cast<size_t>(model.cells)) {
  const size_t items = cells_ + static_cast<size_t>(model.units) * n_;
  const auto all = static_cast<Mask>(static_cast<Mask>(~Mask{0}) >> (sizeof(Mask) * 8 - n_));
  untouched_.assign(items, all);
  items_ = untouched_;
  // Every change takes at least one bit out of an item.
  trail_.reserve(items * n_);
  // An item becomes single once between two undos; several givens may name it again.
  queue_.resize(items + cells_);
  guesses_.reserve(cells_ * n_);
  solution_.resize(cells_);
}

template <typename Mask>
bool CoverSearch<Mask>::shrink(size_t item, Mask to) {
  const Mask before = items_[item];
  if (before == to) return true;
  trail_.push_back({static_cast<std::uint32_t>(item), before});
  items_[item] = to;
  if (to == 0) return false;
  if ((to & (to - 1)) == 0) queue_[queue_size_++] = static_cast<std::uint32_t>(item);
  return true;
}

template <typename Mask>
bool CoverSearch<Mask>::remove(size_t cell, size_t value) {
  if (!shrink(cell, static_cast<Mask>(items_[cell] & ~bit(value)))) return false;
  for (const auto& place : model_.places_of(static_cast<int>(cell))) {
    const size_t item = unit_item(place.unit, value);
    if (!shrink(item, static_cast<Mask>(items_[item] & ~bit(place.position)))) return false;
  }
  return true;
}

template <typename Mask>
bool CoverSearch<Mask>::choose(size_t cell, size_t value) {
  if (!(items_[cell] & bit(value))) return false;
  for (Mask rest = static_cast<Mask>(items_[cell] ^ bit(value)); rest; rest &= rest - 1)
    if (!remove(cell, static_cast<size_t>(std::countr_zero(rest)))) return false;
  for (const auto& place : model_.places_of(static_cast<int>(cell))) {
    const std::uint16_t* unit_cells = &model_.cell_at[place.unit * n_];
    const Mask others =
        static_cast<Mask>(items_[unit_item(place.unit, value)] ^ bit(place.position));
    for (Mask rest = others; rest; rest &= rest - 1)
      if (!remove(unit_cells[std::countr_zero(rest)], value)) return false;
  }
  return true;
}

template <typename Mask>
bool CoverSearch<Mask>::choose_single(size_t item) {
  const auto only = static_cast<size_t>(std::countr_zero(items_[item]));
  if (item < cells_) return choose(item, only);
  const size_t unit = (item - cells_) / n_;
  return choose(model_.cell_at[unit * n_ + only], (item - cells_) % n_);
}

template <typename Mask>
bool CoverSearch<Mask>::propagate() {
  while (queue_size_ > 0)
    if (!choose_single(queue_[--queue_size_])) {
      queue_size_ = 0;
      return false;
    }
  return true;
}

template <typename Mask>
bool CoverSearch<Mask>::pick_guess(Guess& guess) const {
  size_t best = 0;
  int best_count = static_cast<int>(n_) + 1;
  for (size_t item = 0; item < items_.size() && best_count > 2; ++item) {
    const int count = std::popcount(items_[item]);
    if (count > 1 && count < best_count) {
      best_count = count;
      best = item;
    }
  }
  if (best_count > static_cast<int>(n_)) return false;
  const auto first = static_cast<size_t>(std::countr_zero(items_[best]));
  if (best < cells_) {
    guess.cell = static_cast<std::uint16_t>(best);
    guess.value = static_cast<std::uint8_t>(first);
  } else {
    guess.cell = model_.cell_at[(best - cells_) / n_ * n_ + first];
    guess.value = static_cast<std::uint8_t>((best - cells_) % n_);
  }
  return true;
}

template <typename Mask>
void CoverSearch<Mask>::undo_to(size_t trail_size) {
  while (trail_.size() > trail_size) {
    items_[trail_.back().item] = trail_.back().before;
    trail_.pop_back();
  }
}

template <typename Mask>
bool CoverSearch<Mask>::emit(const SolutionSink& sink) {
  for (size_t cell = 0; cell < cells_; ++cell)
    solution_[cell] = static_cast<std::uint8_t>(std::countr_zero(items_[cell]) + 1);
  return sink(solution_);
}

template <typename Mask>
SearchOutcome CoverSearch<Mask>::search(std::span<const std::uint8_t> givens,
                                        const SearchLimits& limits, const SolutionSink& sink) {
  SearchOutcome outcome;
  items_ = untouched_;
  trail_.clear();
  guesses_.clear();
  queue_size_ = 0;

  bool alive = true;
  for (size_t cell = 0; cell < cells_ && alive; ++cell)
    if (givens[cell] != 0) alive = choose(cell, givens[cell] - size_t{1}) && propagate();
  if (n_ == 1) alive = alive && choose(0, 0);

  while (true) {
    Guess guess{};
    if (alive && pick_guess(guess)) {
      if ((limits.max_nodes != 0 && outcome.nodes >= limits.max_nodes) ||
          (outcome.nodes % kNodesBetweenChecks == 0 && limits.interrupted())) {
        outcome.out_of_budget = true;
        return outcome;
      }
      ++outcome.nodes;
      guess.trail_size = static_cast<std::uint32_t>(trail_.size());
      guesses_.push_back(guess);
      alive = choose(guess.cell, guess.value) && propagate();
      if (!alive) queue_size_ = 0;
      continue;
    }
    if (alive) {
      ++outcome.solutions;
      if (!emit(sink)) return outcome;
    }
    queue_size_ = 0;
    if (guesses_.empty()) break;
    guess = guesses_.back();
    guesses_.pop_back();
    undo_to(guess.trail_size);
    alive = remove(guess.cell, guess.value) && propagate();
  }
  outcome.complete = true;
  return outcome;
}

template class CoverSearch<std::uint16_t>;
template class CoverSearch<std::uint32_t>;
template class CoverSearch<std::uint64_t>;

}  // namespace gridlens
