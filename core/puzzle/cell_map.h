#pragma once

#include <algorithm>
#include <utility>
#include <vector>

namespace gridlens {

// A value for each cell of a board, row-major, by the cell's number. Of no cells at all where
// nothing is known.
template <typename T>
class CellMap {
 public:
  CellMap() = default;
  explicit CellMap(int cells, const T& value = T()) : values_(static_cast<size_t>(cells), value) {}

  [[nodiscard]] int size() const { return static_cast<int>(values_.size()); }
  [[nodiscard]] bool empty() const { return values_.empty(); }
  [[nodiscard]] decltype(auto) operator[](int cell) { return values_[static_cast<size_t>(cell)]; }
  [[nodiscard]] decltype(auto) operator[](int cell) const {
    return values_[static_cast<size_t>(cell)];
  }
  [[nodiscard]] auto begin() { return values_.begin(); }
  [[nodiscard]] auto end() { return values_.end(); }
  [[nodiscard]] auto begin() const { return values_.begin(); }
  [[nodiscard]] auto end() const { return values_.end(); }

  void push_back(T value) { values_.push_back(std::move(value)); }  // of the next cell

  // The same board with its cells in another order: `cells` tells which comes where.
  [[nodiscard]] CellMap reordered(const std::vector<int>& cells) const {
    CellMap result;
    for (const int cell : cells) result.push_back((*this)[cell]);
    return result;
  }

  friend bool operator==(const CellMap&, const CellMap&) = default;
  friend bool operator<(const CellMap& a, const CellMap& b) { return a.values_ < b.values_; }

 private:
  std::vector<T> values_;
};

using CellFlags = CellMap<bool>;

template <typename T>
int count_of(const CellMap<T>& cells, const T& value) {
  return static_cast<int>(std::count(cells.begin(), cells.end(), value));
}
inline int count_of(const CellFlags& flags) {
  return count_of(flags, true);
}

// Flags those of `others`, too, of which there may be none.
void add(CellFlags& flags, const CellFlags& others);

// The flagged cells of an n x n board, and all around them.
CellFlags with_neighbours(const CellFlags& flags, int n);

}  // namespace gridlens
