#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "core/puzzle/rules.h"
#include "core/solver/cover/cover_state.h"

namespace gridlens {

struct Candidate {
  int cell = 0;   // row-major index
  int value = 0;  // 1..N

  friend bool operator==(const Candidate&, const Candidate&) = default;
};

// A set of cells, as words of bits.
class CellSet {
 public:
  explicit CellSet(int cells) : words_((static_cast<size_t>(cells) + 63) / 64) {}

  void add(int cell) { words_[index(cell)] |= bit(cell); }
  [[nodiscard]] bool has(int cell) const { return (words_[index(cell)] & bit(cell)) != 0; }
  void intersect(const CellSet& other) {
    for (size_t i = 0; i < words_.size(); ++i) words_[i] &= other.words_[i];
  }
  void unite(const CellSet& other) {
    for (size_t i = 0; i < words_.size(); ++i) words_[i] |= other.words_[i];
  }
  [[nodiscard]] bool empty() const;
  [[nodiscard]] std::vector<int> cells() const;

 private:
  static size_t index(int cell) { return static_cast<size_t>(cell) / 64; }
  static std::uint64_t bit(int cell) { return std::uint64_t{1} << (cell % 64); }

  std::vector<std::uint64_t> words_;
};

// The board as a person works on it: what is written, and what each empty cell may still hold.
// Values 1..N; units as in the rules.
class CandidateBoard {
 public:
  // `symbols`: how the values 1..N are printed, for reasons; empty: as numerals.
  explicit CandidateBoard(const Rules& rules, std::vector<std::string> symbols = {});
  CandidateBoard(const CandidateBoard&) = delete;
  CandidateBoard& operator=(const CandidateBoard&) = delete;

  bool start(const Grid& givens);  // false when the givens contradict themselves

  bool place(Candidate candidate);  // and takes it from all cells that see it; false: contradiction
  bool remove(Candidate candidate);

  // For trying a step: undo(mark()) takes back all since.
  struct Mark {
    size_t state = 0;
    size_t placed = 0;
  };
  [[nodiscard]] Mark mark() const { return {state_.mark(), order_.size()}; }
  void undo(Mark mark);

  [[nodiscard]] const Rules& rules() const { return rules_; }
  [[nodiscard]] int n() const { return rules_.n(); }
  [[nodiscard]] int cells() const { return rules_.shape.cells(); }
  [[nodiscard]] bool is_placed(int cell) const { return placed_[static_cast<size_t>(cell)] != 0; }
  [[nodiscard]] bool is_solved() const { return order_.size() == placed_.size(); }
  // Bit v - 1: the cell may hold v.
  [[nodiscard]] std::uint64_t values_at(int cell) const {
    return state_.item(static_cast<size_t>(cell));
  }
  [[nodiscard]] bool has(Candidate c) const {
    return (values_at(c.cell) >> (c.value - 1) & 1) != 0;
  }
  // Bit p: the unit's cell p may hold the value.
  [[nodiscard]] std::uint64_t places_in(int unit, int value) const {
    return state_.item(state_.unit_item(static_cast<size_t>(unit), static_cast<size_t>(value - 1)));
  }
  [[nodiscard]] int unit_count() const { return static_cast<int>(rules_.units.size()); }
  [[nodiscard]] const std::vector<int>& unit_cells(int unit) const {
    return rules_.units[static_cast<size_t>(unit)].cells;
  }
  [[nodiscard]] const std::string& unit_name(int unit) const {
    return rules_.units[static_cast<size_t>(unit)].name;
  }
  // Cells that share a unit with it.
  [[nodiscard]] const CellSet& peers(int cell) const { return peers_[static_cast<size_t>(cell)]; }
  [[nodiscard]] std::string name(int cell) const;  // "r4c7"
  [[nodiscard]] std::string symbol(int value) const;

 private:
  Rules rules_;
  std::vector<std::string> symbols_;
  CoverModel model_;
  CoverState<std::uint64_t> state_;
  std::vector<CellSet> peers_;
  std::vector<std::uint8_t> placed_;
  std::vector<int> order_;  // cells in the order of placing
};

}  // namespace gridlens
