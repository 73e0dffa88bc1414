#include <gtest/gtest.h>

#include <stdexcept>

#include "core/puzzle/cell_map.h"
#include "core/puzzle/grid.h"
#include "core/puzzle/rules.h"
#include "core/puzzle/shape.h"

namespace gridlens {
namespace {

TEST(ShapeTest, BoxesAreNumberedRowMajor) {
  const Shape shape{2, 3};
  EXPECT_EQ(shape.n(), 6);
  EXPECT_EQ(shape.box_of(0, 2), 0);
  EXPECT_EQ(shape.box_of(0, 3), 1);
  EXPECT_EQ(shape.box_of(2, 0), 2);
  EXPECT_EQ(shape.box_of(5, 5), 5);
}

TEST(ShapeTest, SquarestShapePrefersFewerRows) {
  EXPECT_EQ(squarest_shape(9), (Shape{3, 3}));
  EXPECT_EQ(squarest_shape(12), (Shape{3, 4}));
  EXPECT_EQ(squarest_shape(7), (Shape{1, 7}));
}

TEST(ShapeTest, PossibleShapesListTransposes) {
  EXPECT_EQ(possible_shapes(12), (std::vector<Shape>{{3, 4}, {4, 3}, {2, 6}, {6, 2}}));
  EXPECT_TRUE(possible_shapes(7).empty());
}

TEST(GridTest, RefusesWrongSizesAndValues) {
  EXPECT_THROW(Grid(Shape{2, 2}, std::vector<std::uint8_t>(15)), std::invalid_argument);
  EXPECT_THROW(Grid(Shape{2, 2}, std::vector<std::uint8_t>(16, 5)), std::invalid_argument);
}

TEST(CellMapTest, FlagsAreCountedAddedAndSpread) {
  CellFlags flags(16);
  flags[5] = true;
  EXPECT_EQ(count_of(flags), 1);
  EXPECT_EQ(count_of(with_neighbours(flags, 4)), 9);
  CellFlags corner(16);
  corner[15] = true;
  EXPECT_EQ(count_of(with_neighbours(corner, 4)), 4);
  add(corner, flags);
  EXPECT_TRUE(corner[5] && corner[15]);
  add(corner, {});
  EXPECT_EQ(count_of(corner), 2);
  EXPECT_TRUE(with_neighbours({}, 4).empty());
}

TEST(CellMapTest, IsReorderedByTheCellsOfAnotherOrientation) {
  CellMap<int> map(4);
  for (int cell = 0; cell < map.size(); ++cell) map[cell] = 10 * cell;
  const CellMap<int> turned = map.reordered({1, 3, 0, 2});
  EXPECT_EQ(std::vector<int>(turned.begin(), turned.end()), (std::vector<int>{10, 30, 0, 20}));
}

TEST(RulesTest, ClassicRulesCoverEveryCellThrice) {
  const Rules rules = classic_rules({2, 3});
  EXPECT_EQ(rules.units.size(), 18u);
  std::vector<int> times(36, 0);
  for (const Unit& unit : rules.units) {
    EXPECT_EQ(unit.cells.size(), 6u);
    for (const int cell : unit.cells) ++times[static_cast<size_t>(cell)];
  }
  EXPECT_EQ(times, std::vector<int>(36, 3));
}

TEST(RulesTest, FindsTheClashAndItsUnit) {
  Grid grid(Shape{3, 3});
  grid.set(3, 4, 7);
  EXPECT_FALSE(find_clash(classic_rules(grid.shape()), grid));
  grid.set(8, 4, 7);
  const auto clash = find_clash(classic_rules(grid.shape()), grid);
  ASSERT_TRUE(clash);
  EXPECT_EQ(clash->cell_a, 3 * 9 + 4);
  EXPECT_EQ(clash->cell_b, 8 * 9 + 4);
  EXPECT_EQ(clash->value, 7);
  EXPECT_EQ(clash->unit, "column 5");
}

TEST(RulesTest, SolutionIsFullAndClashFree) {
  Grid grid(Shape{2, 2}, {1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1});
  const Rules rules = classic_rules(grid.shape());
  EXPECT_TRUE(is_solution(rules, grid));
  grid.set(0, 0, 0);
  EXPECT_FALSE(is_solution(rules, grid));
  grid.set(0, 0, 2);
  EXPECT_FALSE(is_solution(rules, grid));
}

}  // namespace
}  // namespace gridlens
