#include "core/puzzle/puzzle_document.h"

#include <gtest/gtest.h>

#include <stdexcept>

namespace gridlens {
namespace {

// Regions like the boxes of a 4x4.
std::vector<std::uint8_t> boxes() {
  return {0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 3};
}

TEST(PuzzleDocument, HasEmptyGridsOfItsShape) {
  const PuzzleDocument document({2, 3});
  EXPECT_EQ(document.givens, Grid(Shape{2, 3}));
  EXPECT_EQ(document.entries, Grid(Shape{2, 3}));
  EXPECT_TRUE(document.marks.empty());
}

TEST(PuzzleDocument, MakesTheRulesOfItsKind) {
  PuzzleDocument document({2, 2});
  EXPECT_EQ(rules_of(document).units.size(), 12U);
  document.rules = RuleKind::x;
  EXPECT_EQ(rules_of(document).units.size(), 14U);
  document.rules = RuleKind::jigsaw;
  document.regions = boxes();
  const Rules rules = rules_of(document);
  ASSERT_EQ(rules.units.size(), 12U);
  EXPECT_EQ(rules.units[9].name, "region 2");
  EXPECT_EQ(rules.units[9].cells, (std::vector<int>{2, 3, 6, 7}));
}

TEST(PuzzleDocument, RefusesRegionsThatDoNotFit) {
  PuzzleDocument document({2, 2});
  document.rules = RuleKind::jigsaw;
  EXPECT_THROW(rules_of(document), std::invalid_argument);
  document.regions = boxes();
  document.regions[0] = 1;
  EXPECT_THROW(rules_of(document), std::invalid_argument);
  document.regions[0] = 4;
  EXPECT_THROW(rules_of(document), std::invalid_argument);
}

}  // namespace
}  // namespace gridlens
