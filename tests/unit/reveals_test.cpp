// Single answers that a person asked for: which cells they are, and what is painted.
#include "core/display/reveals.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "core/display/board_overlay.h"
#include "tests/unit/sample_board.h"

namespace gridlens {
namespace {

constexpr int kBlank = 3, kOtherBlank = 50, kGiven = 0, kEntry = 2;

TEST(Reveals, ACellIsShownAndHiddenAgain) {
  const BoardResult board = sample_board();
  Reveals reveals;
  EXPECT_TRUE(reveals.cells_of(board).empty());
  reveals.toggle(board, kOtherBlank);
  reveals.toggle(board, kBlank);
  EXPECT_EQ(reveals.cells_of(board), (std::vector<int>{kBlank, kOtherBlank}));
  EXPECT_TRUE(reveals.is_revealed(board, kBlank));
  reveals.toggle(board, kOtherBlank);
  EXPECT_EQ(reveals.cells_of(board), std::vector<int>{kBlank});
}

TEST(Reveals, OnlyBlankCellsOfASolvedBoard) {
  BoardResult board = sample_board();
  Reveals reveals;
  for (const int cell : {kGiven, kEntry, -1, 81}) reveals.toggle(board, cell);
  EXPECT_TRUE(reveals.cells_of(board).empty());
  board.solution.reset();
  board.state = BoardState::reading;
  reveals.toggle(board, kBlank);
  EXPECT_TRUE(reveals.cells_of(sample_board()).empty());
}

TEST(Reveals, TheyGoByThePuzzle) {
  BoardResult board = sample_board();
  Reveals reveals;
  reveals.toggle(board, kBlank);
  board.id = 77;  // found again under another number
  EXPECT_TRUE(reveals.is_revealed(board, kBlank));
  BoardResult unread = board;  // for a moment
  unread.solution.reset();
  EXPECT_TRUE(reveals.cells_of(unread).empty());
  EXPECT_TRUE(reveals.is_revealed(board, kBlank));
  // Another puzzle: its values are exchanged.
  BoardResult other = board;
  for (int cell = 0; cell < 81; ++cell) other.solution->set(cell, 10 - board.solution->at(cell));
  EXPECT_TRUE(reveals.cells_of(other).empty());
}

TEST(Reveals, ACellThatWasWrittenIntoIsOver) {
  BoardResult board = sample_board();
  Reveals reveals;
  reveals.toggle(board, kBlank);
  reveals.toggle(board, kOtherBlank);
  BoardResult written = board;
  written.entries->set(0, kBlank, board.solution->at(0, kBlank));
  EXPECT_EQ(reveals.cells_of(written), std::vector<int>{kOtherBlank});
  reveals.drop_written({written});
  EXPECT_EQ(reveals.cells_of(board), std::vector<int>{kOtherBlank});
}

class RevealsIn : public testing::TestWithParam<Show> {};

TEST_P(RevealsIn, OneAnswerIsPaintedAndNoMore) {
  BoardResult board = sample_board();
  board.entries->set(4, 4, 0);
  Settings settings;
  settings.show = GetParam();
  HelpDesk desk;
  const BoardHelp& help = desk.help_for(board, 1);
  ASSERT_NE(help.hints[0].step.cell, kOtherBlank);
  const BoardOverlay before = overlay_for(board, settings, &help);
  settings.reveals.toggle(board, kOtherBlank);
  BoardOverlay after = overlay_for(board, settings, &help);
  ASSERT_EQ(after.glyphs.size(), before.glyphs.size() + (settings.show != Show::solution));
  const auto answer =
      std::find_if(after.glyphs.begin(), after.glyphs.end(), [](const OverlayGlyphs& glyphs) {
        return glyphs.x == kOtherBlank % 9 + 0.5 && glyphs.y == kOtherBlank / 9 + 0.5;
      });
  ASSERT_NE(answer, after.glyphs.end());
  EXPECT_EQ(answer->text, std::to_string(board.solution->values()[kOtherBlank]));
  EXPECT_EQ(after.rects.size(), before.rects.size());
  EXPECT_EQ(after.strokes.size(), before.strokes.size());
  // A hand on the cell, where hands are left free.
  settings.spare_hands = true;
  board.occluded = {kOtherBlank};
  for (const OverlayGlyphs& glyphs : overlay_for(board, settings, &help).glyphs)
    EXPECT_FALSE(glyphs.x == answer->x && glyphs.y == answer->y);
}

std::string name_of(const testing::TestParamInfo<Show>& of) {
  constexpr std::array<const char*, 5> kNames = {"solution", "hint", "check", "givens", "none"};
  return kNames.at(static_cast<std::size_t>(of.param) - 1);
}

INSTANTIATE_TEST_SUITE_P(EveryMode, RevealsIn,
                         testing::Values(Show::solution, Show::hint, Show::check, Show::givens,
                                         Show::none),
                         name_of);

TEST(Reveals, AHintOfTheSameCellIsPaintedOnce) {
  BoardResult board = sample_board();
  board.entries->set(4, 4, 0);
  Settings settings;
  settings.show = Show::hint;
  HelpDesk desk;
  const BoardHelp& help = desk.help_for(board, 1);
  const std::size_t before = overlay_for(board, settings, &help).glyphs.size();
  settings.reveals.toggle(board, help.hints[0].step.cell);
  EXPECT_EQ(overlay_for(board, settings, &help).glyphs.size(), before);
}

}  // namespace
}  // namespace gridlens
