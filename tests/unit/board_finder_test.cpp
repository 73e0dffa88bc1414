// Which search is due when: the budget of a stream and of a still.
#include "core/vision/finding/board_finder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

namespace gridlens {
namespace {

cv::Mat picture(int grey) {
  return {480, 640, CV_8UC1, cv::Scalar(grey)};
}

const KnownBoards kNone;

TEST(SearchStrategies, HaveNamesOfTheirOwnAndFillEveryRound) {
  std::set<std::string> names;
  std::set<SearchRound> rounds;
  for (const SearchStrategy& strategy : search_strategies()) {
    EXPECT_TRUE(names.insert(strategy.name).second) << strategy.name;
    for (const char* words : {strategy.finds, strategy.cost, strategy.share})
      EXPECT_FALSE(std::string(words).empty()) << strategy.name;
    rounds.insert(strategy.round);
  }
  EXPECT_EQ(rounds.size(), 3U);
}

TEST(BoardFinderTest, DearRoundsTakeTurnsWhileNothingIsSettled) {
  BoardFinder finder;
  std::string rounds;
  for (int i = 0; i < 18; ++i) {
    const bool outlasts = finder.next_outlasts_a_frame(false);
    const SearchTask task = finder.plan(picture(90), SearchBudget::frame, kNone);
    EXPECT_TRUE(task.turn) << i;
    EXPECT_EQ(outlasts, task.round == SearchRound::symbols) << i;
    rounds += "?uvs"[static_cast<int>(task.round)];
  }
  EXPECT_EQ(rounds, "uuvuusuuvuuvuusuuv");
}

// A second board may be seen by its valleys alone; both inks and the full size come up in four
// searches.
TEST(BoardFinderTest, ASettledPuzzleLeavesOutTheSymbolsRound) {
  BoardFinder finder;
  const KnownBoards known{{Quad{{{{10, 10}, {90, 10}, {90, 90}, {10, 90}}}}}, true};
  std::string rounds;
  std::set<int> valleys;
  for (int i = 0; i < 6; ++i) {
    EXPECT_FALSE(finder.next_outlasts_a_frame(true));
    const SearchTask task = finder.plan(picture(90), SearchBudget::frame, known);
    EXPECT_EQ(task.known.size(), 1U);
    rounds += "?uvs"[static_cast<int>(task.round)];
    if (task.round == SearchRound::valleys)
      valleys.insert(*task.turn % 2);
    else
      EXPECT_TRUE(task.full_size());
  }
  EXPECT_EQ(rounds, "uvuvuv");
  EXPECT_EQ(valleys.size(), 2U);
}

TEST(BoardFinderTest, EveryShareComesUpInTime) {
  BoardFinder finder;
  int full_size = 0;
  std::set<int> valleys, symbols;
  for (int i = 0; i < 72; ++i) {
    const SearchTask task = finder.plan(picture(90), SearchBudget::frame, kNone);
    if (task.round == SearchRound::usual) full_size += task.full_size() ? 1 : 0;
    if (task.round == SearchRound::valleys) valleys.insert(*task.turn);
    if (task.round == SearchRound::symbols) symbols.insert(*task.turn);
  }
  EXPECT_GE(full_size, 18);
  EXPECT_EQ(valleys.size(), 16U);
  EXPECT_EQ(*valleys.rbegin(), 15);
  EXPECT_EQ(symbols.size(), 8U);
  EXPECT_EQ(*symbols.rbegin(), 7);
}

TEST(BoardFinderTest, MuchTheSameDrawingIsSearchedNowAndThen) {
  BoardFinder finder;
  const KnownBoards settled{{}, true};
  const auto drawings = [&](int grey) {
    SearchTask task;
    do task = finder.plan(picture(grey), SearchBudget::frame, settled);
    while (task.round != SearchRound::usual);
    return task.drawings;
  };
  std::string due;
  for (int i = 0; i < 17; ++i) due += drawings(90 + i % 2) ? 'y' : '.';
  EXPECT_EQ(due, "y.......y.......y");
  EXPECT_TRUE(drawings(200));  // another picture
  EXPECT_FALSE(drawings(200));
}

TEST(BoardFinderTest, AStillGoesThroughEveryRoundOnceAndWhole) {
  BoardFinder finder;
  std::string rounds;
  while (!finder.is_through()) {
    const SearchTask task = finder.plan(picture(90), SearchBudget::round, kNone);
    EXPECT_FALSE(task.turn);
    EXPECT_TRUE(task.drawings);
    EXPECT_TRUE(task.full_size());
    rounds += "?uvs"[static_cast<int>(task.round)];
  }
  EXPECT_EQ(rounds, "uvs");
}

}  // namespace
}  // namespace gridlens
