// Hall sets against the definition: an entry of a square may stay exactly when it is part of some
// pairing of all rows with all columns, found here by trying them all.
#include "core/solver/learning/hall_sets.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <numeric>
#include <random>
#include <vector>

namespace gridlens {
namespace {

using Rows = std::vector<std::uint32_t>;  // a square: possible columns of each row

Rows in_some_pairing(const Rows& rows) {
  const size_t k = rows.size();
  Rows kept(k, 0);
  std::vector<std::uint32_t> column(k);
  std::iota(column.begin(), column.end(), 0U);
  do {
    bool possible = true;
    for (size_t r = 0; r < k && possible; ++r) possible = (rows[r] >> column[r] & 1) != 0;
    for (size_t r = 0; r < k && possible; ++r) kept[r] |= 1U << column[r];
  } while (std::next_permutation(column.begin(), column.end()));
  return kept;
}

bool is_pairable(const Rows& rows) {
  const Rows kept = in_some_pairing(rows);
  return std::all_of(kept.begin(), kept.end(), [](std::uint32_t row) { return row != 0; });
}

// One square under a search that follows singles up and obeys.
class Bench {
 public:
  explicit Bench(const Rows& start) : start_(start), live_(start) {
    const auto k = static_cast<std::uint32_t>(start.size());
    std::vector<HallSets::Lit> lits;
    for (std::uint32_t r = 0; r < k; ++r)
      for (std::uint32_t c = 0; c < k; ++c)
        lits.push_back((start[r] >> c & 1) != 0 ? 2 * (r * k + c) : HallSets::kNoLit);
    halls_.reset();
    halls_.add_square(k, lits);
    halls_.finish(k * k);
  }

  void rule_out(std::uint32_t row, std::uint32_t column) {
    live_[row] &= ~(1U << column);
    halls_.rule_out(number(row, column));
    gone_.push_back(number(row, column));
  }

  // To the end; false where no pairing is left.
  bool run() {
    while (true) {
      if (!follow_singles()) return false;
      if (!halls_.run()) {
        expect_reason(halls_.conflict(), ~0U);
        return false;
      }
      if (halls_.pruned().empty()) return true;
      const std::vector<HallSets::Pruned> pruned(halls_.pruned().begin(), halls_.pruned().end());
      for (const auto& p : pruned) expect_reason(p.reason, p.lit / 2);
      for (const auto& p : pruned) rule_out(p.lit / 2 / size(), p.lit / 2 % size());
    }
  }

  void push_level() {
    halls_.push_level();
    marks_.push_back(gone_.size());
  }
  void pop_level() {
    for (; gone_.size() > marks_.back(); gone_.pop_back()) {
      live_[gone_.back() / size()] |= 1U << gone_.back() % size();
      halls_.restore(gone_.back());
    }
    marks_.pop_back();
    halls_.pop_levels(marks_.size());
  }

  [[nodiscard]] const Rows& live() const { return live_; }

 private:
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(live_.size()); }
  [[nodiscard]] std::uint32_t number(std::uint32_t r, std::uint32_t c) const {
    return r * size() + c;
  }

  bool follow_singles() {
    for (bool more = true; more;) {
      more = false;
      std::uint32_t columns = 0;
      for (const std::uint32_t row : live_) columns |= row;
      if (columns + 1 != 1U << size()) return false;
      for (std::uint32_t r = 0; r < size(); ++r)
        for (std::uint32_t c = 0; c < size(); ++c) {
          if (live_[r] == 0) return false;
          if ((live_[r] >> c & 1) == 0) continue;
          bool alone_in_column = true;
          for (std::uint32_t other = 0; other < size(); ++other)
            alone_in_column = alone_in_column && (other == r || (live_[other] >> c & 1) == 0);
          const bool alone_in_row = std::has_single_bit(live_[r]);
          if (alone_in_row == alone_in_column) continue;
          more = true;
          for (std::uint32_t i = 0; i < size(); ++i) {
            if (alone_in_row && i != r && (live_[i] >> c & 1) != 0) rule_out(i, c);
            if (alone_in_column && i != c && (live_[r] >> i & 1) != 0) rule_out(r, i);
          }
        }
    }
    return true;
  }

  // The reason's literals are ruled out, and alone force what is said: `var` has no place in any
  // pairing of the start less these; ~0: there is no pairing.
  void expect_reason(std::uint32_t reason, std::uint32_t var) const {
    Rows rows = start_;
    halls_.for_each_antecedent(reason, [&](HallSets::Lit lit) {
      const std::uint32_t r = lit / 2 / size();
      const std::uint32_t c = lit / 2 % size();
      EXPECT_EQ(live_[r] >> c & 1, 0U);
      rows[r] &= ~(1U << c);
    });
    if (var == ~0U)
      EXPECT_FALSE(is_pairable(rows));
    else
      EXPECT_EQ(in_some_pairing(rows)[var / size()] >> var % size() & 1, 0U);
  }

  HallSets halls_;
  Rows start_;
  Rows live_;
  std::vector<std::uint32_t> gone_;
  std::vector<size_t> marks_;
};

TEST(HallSetsTest, AgreesWithTryingEveryPairing) {
  std::mt19937 random(31);
  int pruned = 0;
  int failed = 0;
  for (int round = 0; round < 600; ++round) {
    const std::uint32_t k = 4 + random() % 3;
    Rows start(k);
    for (auto& row : start)
      for (std::uint32_t c = 0; c < k; ++c)
        row |= static_cast<std::uint32_t>(random() % 3 != 0) << c;
    Bench bench(start);
    const bool pairable = is_pairable(start);
    ASSERT_EQ(bench.run(), pairable);
    if (!pairable) continue;
    ASSERT_EQ(bench.live(), in_some_pairing(start));
    const Rows before = bench.live();
    for (int deeper = 0; deeper < 5; ++deeper) {
      bench.push_level();
      for (std::uint32_t i = 0; i < k; ++i) {
        const std::uint32_t r = random() % k;
        const std::uint32_t c = random() % k;
        if ((bench.live()[r] >> c & 1) != 0) bench.rule_out(r, c);
      }
      const Rows now = bench.live();
      const Rows expected = in_some_pairing(now);
      const bool possible = is_pairable(now);
      ASSERT_EQ(bench.run(), possible);
      if (possible) {
        ASSERT_EQ(bench.live(), expected);
      }
      failed += !possible;
      pruned += possible && now != expected;
      bench.pop_level();
      ASSERT_EQ(bench.live(), before);
    }
  }
  EXPECT_GT(pruned, 100);
  EXPECT_GT(failed, 100);
}

}  // namespace
}  // namespace gridlens
