#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace gridlens {

// Binary heap of variables with the highest score on top, addressable by variable. Ties go to the
// smaller number, so that a search is repeatable.
class ScoreHeap {
 public:
  void reset(std::uint32_t vars) {
    scores_.assign(vars, 0);
    place_.assign(vars, kOut);
    heap_.clear();
  }

  [[nodiscard]] bool empty() const { return heap_.empty(); }
  [[nodiscard]] bool contains(std::uint32_t var) const { return place_[var] != kOut; }
  [[nodiscard]] double score(std::uint32_t var) const { return scores_[var]; }

  void insert(std::uint32_t var) {
    if (contains(var)) return;
    heap_.push_back(var);
    rise(heap_.size() - 1, var);
  }

  std::uint32_t take_top() {
    const std::uint32_t top = heap_[0];
    place_[top] = kOut;
    const std::uint32_t last = heap_.back();
    heap_.pop_back();
    if (!heap_.empty()) sink(0, last);
    return top;
  }

  void set_score(std::uint32_t var, double score) {
    scores_[var] = score;
    if (contains(var)) rise(place_[var], var);
  }

  void scale(double factor) {
    for (double& score : scores_) score *= factor;
  }

 private:
  static constexpr std::uint32_t kOut = ~std::uint32_t{0};

  [[nodiscard]] bool before(std::uint32_t a, std::uint32_t b) const {
    return scores_[a] > scores_[b] || (scores_[a] == scores_[b] && a < b);
  }
  void put(size_t at, std::uint32_t var) {
    heap_[at] = var;
    place_[var] = static_cast<std::uint32_t>(at);
  }
  void rise(size_t at, std::uint32_t var) {
    for (; at > 0 && before(var, heap_[(at - 1) / 2]); at = (at - 1) / 2)
      put(at, heap_[(at - 1) / 2]);
    put(at, var);
  }
  void sink(size_t at, std::uint32_t var) {
    while (true) {
      size_t child = 2 * at + 1;
      if (child >= heap_.size()) break;
      if (child + 1 < heap_.size() && before(heap_[child + 1], heap_[child])) ++child;
      if (!before(heap_[child], var)) break;
      put(at, heap_[child]);
      at = child;
    }
    put(at, var);
  }

  std::vector<double> scores_;
  std::vector<std::uint32_t> place_;
  std::vector<std::uint32_t> heap_;
};

}  // namespace gridlens
