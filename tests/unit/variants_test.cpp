#include "core/puzzle/variants.h"

#include <gtest/gtest.h>

#include <stdexcept>
#include <string>

#include "core/solver/solver.h"

namespace gridlens {
namespace {

const char* const kRegions =
    "# five bent regions\n"
    "AAABB\n"
    "ADABB\n"
    "DDDBC\n"
    "\n"
    "EEDCC\n"
    "EEECC  # last\n";

std::string reason_for(const std::string& text) {
  try {
    jigsaw_rules(text);
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

TEST(VariantsTest, AreListedByName) {
  ASSERT_NE(find_variant("x"), nullptr);
  EXPECT_EQ(find_variant("nonesuch"), nullptr);
  EXPECT_EQ(find_variant("classic")->make({2, 2}, "").units.size(), 12u);
  EXPECT_EQ(find_variant("x")->make({2, 2}, "").units.size(), 14u);
  EXPECT_EQ(find_variant("jigsaw")->make({2, 2}, kRegions).units.size(), 15u);
}

TEST(VariantsTest, DiagonalsMeetInTheMiddle) {
  const Rules rules = x_rules({3, 3});
  const auto& down = rules.units[27].cells;
  const auto& up = rules.units[28].cells;
  EXPECT_EQ(down[0], 0);
  EXPECT_EQ(down[8], 80);
  EXPECT_EQ(up[0], 72);
  EXPECT_EQ(up[8], 8);
  EXPECT_EQ(down[4], 40);
  EXPECT_EQ(up[4], 40);
}

TEST(VariantsTest, JigsawRegionsAreUnits) {
  const Rules rules = jigsaw_rules(kRegions);
  EXPECT_EQ(rules.n(), 5);
  EXPECT_EQ(rules.units[10].name, "region A");
  EXPECT_EQ(rules.units[10].cells, (std::vector<int>{0, 1, 2, 5, 7}));
  EXPECT_EQ(rules.units[14].cells, (std::vector<int>{15, 16, 20, 21, 22}));
}

TEST(VariantsTest, SaysWhyRegionsAreMalformed) {
  EXPECT_EQ(reason_for(""), "regions: 0 lines; a board has 4 to 36");
  EXPECT_EQ(reason_for("AABB\nAABB\nCCDD\nCCD\n"), "regions: line 4 has 3 symbols instead of 4");
  EXPECT_EQ(reason_for("AABB\nAABB\nCCCC\nCCCC\n"), "regions: 3 regions instead of 4");
  EXPECT_EQ(reason_for("AABB\nAABB\nCCCD\nCCDD\n"), "regions: region C has 5 cells instead of 4");
}

TEST(VariantsTest, TheSolverNeedsNoChangeForThem) {
  for (const Rules& rules : {x_rules({2, 2}), x_rules({3, 3}), jigsaw_rules(kRegions)}) {
    Solver solver(rules);
    SolveOptions options;
    options.max_solutions = 50;
    const SolveResult all = solver.solve(Grid(rules.shape), options);
    ASSERT_GE(all.solutions.size(), 2u);
    for (const Grid& grid : all.solutions) EXPECT_TRUE(is_solution(rules, grid));
    // Leave givens out of one of them as long as it stays the only solution.
    Grid givens = all.solutions[0];
    const int n = givens.n();
    for (int i = 0; i < n * n; ++i) {
      const int row = i * 7 % (n * n) / n;
      const int col = i * 7 % n;
      const int value = givens.at(row, col);
      givens.set(row, col, 0);
      if (solver.solve(givens).state != SolveState::unique) givens.set(row, col, value);
    }
    EXPECT_LT(givens.count_filled(), n * n / 2);
    const SolveResult again = solver.solve(givens);
    EXPECT_EQ(again.state, SolveState::unique);
    EXPECT_EQ(again.solutions[0], all.solutions[0]);
  }
}

}  // namespace
}  // namespace gridlens
