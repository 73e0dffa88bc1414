#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace gridlens {

// Finds what follows from "k cells have only k values between them" (Hall sets: naked and hidden
// subsets of every size) by a matching of cells and values, as in Regin, "A filtering algorithm for
// constraints of difference in CSPs", 1994; with a reason for each find, so that a learning search
// can use it. Works on squares: rows and columns that are paired one to one, with a literal where a
// pair is still possible. For Sudoku a square is a unit, its rows the open cells, its columns the
// open values.
//
// Follows a search: rule_out() and restore() as the literals' facts come and go, push_level() and
// pop_levels() with its decisions. Squares of up to kMostRows rows.
class HallSets {
 public:
  using Lit = std::uint32_t;

  static constexpr std::uint32_t kMostRows = 32;
  static constexpr Lit kNoLit = ~Lit{0};

  // What failed or pruned: the rows had no columns left but these.
  struct Reason {
    std::uint32_t square;
    std::uint32_t rows;
    std::uint32_t columns;
  };

  void reset();
  // `lits`: k * k literals 2 * var, row after row; kNoLit where there is none.
  void add_square(std::uint32_t k, std::span<const Lit> lits);
  void finish(std::uint32_t vars);  // after the last square

  [[nodiscard]] bool empty() const { return squares_.empty(); }

  void push_level() { level_begin_.push_back(reasons_.size()); }
  void pop_levels(size_t levels_left);  // after restore() of all that is taken back

  void rule_out(std::uint32_t var) {
    for (std::uint32_t i = spots_begin_[var]; i < spots_begin_[var + 1]; ++i) {
      const Spot spot = spots_[i];
      live_[spot.row] &= ~(1U << spot.column);
      if (is_dirty_[spot.square] == 0) {
        is_dirty_[spot.square] = 1;
        dirty_.push_back(spot.square);
      }
    }
  }
  void restore(std::uint32_t var) {
    for (std::uint32_t i = spots_begin_[var]; i < spots_begin_[var + 1]; ++i)
      live_[spots_[i].row] |= 1U << spots_[i].column;
  }

  // Looks through the changed squares until one tells something. Singles must have been followed up
  // before. False: no pairing is left, conflict() says why. Else pruned() are literals that cannot
  // hold, with the number of the reason of each; none when nothing is left to find.
  struct Pruned {
    Lit lit;
    std::uint32_t reason;
  };
  bool run();
  [[nodiscard]] std::span<const Pruned> pruned() const { return pruned_; }
  [[nodiscard]] std::uint32_t conflict() const {
    return static_cast<std::uint32_t>(reasons_.size() - 1);
  }

  // The literals that were all ruled out when the reason arose.
  template <typename Visit>
  void for_each_antecedent(std::uint32_t reason, Visit visit) const;

 private:
  struct Square {
    std::uint32_t first_row;  // into live_, first_, match_
    std::uint32_t first_lit;
    std::uint32_t k;
  };
  struct Spot {
    std::uint16_t square;
    std::uint16_t row;  // into live_
    std::uint16_t column;
  };

  bool run_square(std::uint32_t index);
  bool match_row(const Square& square, std::uint32_t row, std::uint8_t* owner,
                 std::uint32_t& matched, std::uint32_t index);
  void prune(const Square& square, std::uint32_t active, const std::uint8_t* owner,
             std::uint32_t index);

  std::vector<Square> squares_;
  std::vector<std::uint32_t> live_;   // possible columns of each row
  std::vector<std::uint32_t> first_;  // the same at the start
  std::vector<std::uint8_t> match_;   // the column that each row is paired with; kept over levels
  std::vector<Lit> lits_;
  std::vector<Spot> spots_;
  std::vector<std::uint32_t> spots_begin_;

  std::vector<std::uint8_t> is_dirty_;
  std::vector<std::uint32_t> dirty_;
  std::vector<Reason> reasons_;
  std::vector<size_t> level_begin_;
  std::vector<Pruned> pruned_;
};

template <typename Visit>
void HallSets::for_each_antecedent(std::uint32_t reason, Visit visit) const {
  const Reason& why = reasons_[reason];
  const Square& square = squares_[why.square];
  for (std::uint32_t row = 0; row < square.k; ++row) {
    if ((why.rows >> row & 1) == 0) continue;
    const Lit* lits = &lits_[square.first_lit + row * square.k];
    const std::uint32_t gone = first_[square.first_row + row] & ~why.columns;
    for (std::uint32_t column = 0; column < square.k; ++column)
      if ((gone >> column & 1) != 0) visit(lits[column]);
  }
}

}  // namespace gridlens
