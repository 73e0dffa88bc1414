#include <gtest/gtest.h>

#include <algorithm>

#include "core/overlay/paint_board.h"

namespace gridlens {
namespace {

struct PaintBoardTest : testing::Test {
  Grid clues{Shape{2, 2}, {1, 0, 3, 0, 0, 4, 0, 2, 2, 0, 4, 0, 0, 3, 0, 1}};
  Grid solution{Shape{2, 2}, {1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1}};
  Grid entries{Shape{2, 2}};
  OverlayFacts facts;
  OverlayStyle style;

  void SetUp() override {
    facts.n = 4;
    facts.mood = OverlayMood::good;
    facts.message = "solved";
    facts.clues = &clues;
    facts.entries = &entries;
    facts.solution = &solution;
    facts.symbols = {"1", "2", "3", "4"};
  }
};

TEST_F(PaintBoardTest, PaintsTheSolutionIntoEmptyCellsOnly) {
  const BoardOverlay overlay = paint_board(facts, style);
  ASSERT_EQ(overlay.glyphs.size(), 8u);
  for (const OverlayGlyphs& glyph : overlay.glyphs) {
    const int row = static_cast<int>(glyph.y);
    const int col = static_cast<int>(glyph.x);
    EXPECT_EQ(clues.at(row, col), 0);
    EXPECT_EQ(glyph.text, std::to_string(solution.at(row, col)));
    EXPECT_DOUBLE_EQ(glyph.x, col + 0.5);
    EXPECT_DOUBLE_EQ(glyph.y, row + 0.5);
  }
  ASSERT_TRUE(overlay.label);
  EXPECT_EQ(overlay.label->text, "solved");
  ASSERT_EQ(overlay.strokes.size(), 1u);
  EXPECT_EQ(overlay.strokes[0].points.size(), 4u);
}

TEST_F(PaintBoardTest, RightEntriesStayAndWrongOnesAreCorrectedSmall) {
  entries.set(0, 1, 2);  // right
  entries.set(0, 3, 1);  // should be 4
  const BoardOverlay overlay = paint_board(facts, style);
  EXPECT_EQ(overlay.glyphs.size(), 7u);
  const auto correction = std::find_if(overlay.glyphs.begin(), overlay.glyphs.end(),
                                       [](const auto& g) { return g.x > 3 && g.y < 1; });
  ASSERT_NE(correction, overlay.glyphs.end());
  EXPECT_EQ(correction->text, "4");
  EXPECT_LT(correction->height, 0.3);
}

TEST_F(PaintBoardTest, CellsLeftOutStayBare) {
  entries.set(0, 3, 1);        // wrong, and corrected if not left out
  facts.left_out = {0, 1, 3};  // a given, a blank cell, a wrong entry
  for (const auto content : {Show::solution, Show::givens}) {
    style.show = content;
    const BoardOverlay overlay = paint_board(facts, style);
    EXPECT_EQ(overlay.glyphs.size(), content == Show::solution ? 6u : 7u);
    for (const OverlayGlyphs& glyph : overlay.glyphs) EXPECT_TRUE(glyph.y > 1 || glyph.x > 2);
    EXPECT_EQ(overlay.strokes.size(), 1u) << "the outline stays";
  }
}

// The cell that a mark lies in.
template <typename Mark>
int cell_of(const Mark& mark) {
  return static_cast<int>(mark.y + 1e-9) * 4 + static_cast<int>(mark.x + 1e-9);
}

TEST_F(PaintBoardTest, AHintIsPaintedInItsCellsOnly) {
  style.show = Show::hint;
  facts.hints = {{1, "2", {0, 1, 2, 3}, {0}, {}}, {4, "3", {4, 8, 12}, {8, 12}, {{12, 2}}}};
  const BoardOverlay overlay = paint_board(facts, style);
  ASSERT_EQ(overlay.glyphs.size(), 3u) << "both symbols and the candidate that falls";
  EXPECT_EQ(cell_of(overlay.glyphs[0]), 1);
  EXPECT_EQ(overlay.glyphs[0].text, "2");
  EXPECT_EQ(cell_of(overlay.glyphs[1]), 12);
  EXPECT_LT(overlay.glyphs[1].height, 0.3);
  EXPECT_EQ(cell_of(overlay.glyphs[2]), 4);
  EXPECT_EQ(overlay.glyphs[2].text, "3");
  std::vector<int> shaded;
  for (const OverlayRect& rect : overlay.rects) shaded.push_back(cell_of(rect));
  std::sort(shaded.begin(), shaded.end());
  EXPECT_EQ(shaded, (std::vector<int>{4, 4, 8, 8, 12, 12})) << "the newest step's alone";
}

TEST_F(PaintBoardTest, AWrongEntryGlowsWithoutItsAnswer) {
  style.show = Show::hint;
  entries.set(0, 3, 1);
  facts.hints = {{3, "", {0, 1, 2, 3}, {0}, {}}};
  const BoardOverlay overlay = paint_board(facts, style);
  EXPECT_TRUE(overlay.glyphs.empty());
  EXPECT_EQ(overlay.strokes.size(), 2u) << "the board's outline and the cell's";
}

TEST_F(PaintBoardTest, CheckTicksRightEntriesAndMarksWrongOnes) {
  style.show = Show::check;
  entries.set(0, 1, 2);  // right
  entries.set(0, 3, 1);  // wrong
  facts.wrong = {3};
  const BoardOverlay overlay = paint_board(facts, style);
  EXPECT_TRUE(overlay.glyphs.empty()) << "nothing of the solution is told";
  ASSERT_EQ(overlay.rects.size(), 1u);
  EXPECT_EQ(cell_of(overlay.rects[0]), 3);
  ASSERT_EQ(overlay.strokes.size(), 3u);
  EXPECT_TRUE(overlay.strokes[1].closed);
  EXPECT_GE(overlay.strokes[1].points[0][0], 3);
  EXPECT_FALSE(overlay.strokes[2].closed);
  for (const auto& point : overlay.strokes[2].points) {
    EXPECT_TRUE(point[0] > 1.5 && point[0] < 2 && point[1] > 0.5 && point[1] < 1);
  }
}

TEST_F(PaintBoardTest, ACorrectedCellShowsWhatThePersonSaid) {
  facts.solution = nullptr;
  facts.corrected = {0, 1};  // a given; and a cell that is blank now
  const BoardOverlay overlay = paint_board(facts, style);
  ASSERT_EQ(overlay.glyphs.size(), 1u);
  EXPECT_EQ(cell_of(overlay.glyphs[0]), 0);
  EXPECT_EQ(overlay.glyphs[0].text, "1");
  style.show = Show::givens;
  EXPECT_EQ(paint_board(facts, style).glyphs.size(), 8u) << "each given once";
}

TEST_F(PaintBoardTest, NoSolutionMeansNoDigits) {
  facts.solution = nullptr;
  EXPECT_TRUE(paint_board(facts, style).glyphs.empty());
}

TEST_F(PaintBoardTest, GivensAreTagged) {
  style.show = Show::givens;
  EXPECT_EQ(paint_board(facts, style).glyphs.size(), 8u);
}

TEST_F(PaintBoardTest, OpacityFadesDigitsAndOutlineCanGo) {
  style.opacity = 0.5f;
  style.outline = false;
  facts.clashing = {3};
  const BoardOverlay overlay = paint_board(facts, style);
  EXPECT_FLOAT_EQ(overlay.glyphs.front().colour.a, 0.5f);
  EXPECT_TRUE(overlay.strokes.empty());
  EXPECT_TRUE(overlay.rects.empty());
  EXPECT_FALSE(overlay.label);
}

TEST_F(PaintBoardTest, DoubtfulAndClashingCellsAreMarked) {
  facts.doubtful = {5};
  facts.clashing = {0, 3};
  const BoardOverlay overlay = paint_board(facts, style);
  ASSERT_EQ(overlay.rects.size(), 3u);
  EXPECT_DOUBLE_EQ(overlay.rects[0].x, 1);
  EXPECT_DOUBLE_EQ(overlay.rects[0].y, 1);
  EXPECT_DOUBLE_EQ(overlay.rects[2].x, 3);
  EXPECT_DOUBLE_EQ(overlay.rects[2].y, 0);
}

}  // namespace
}  // namespace gridlens
