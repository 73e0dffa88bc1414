#include <gtest/gtest.h>

#include <string>

#include "core/reading/board_reader.h"
#include "tests/unit/reading_scene.h"
#include "tests/unit/sample_puzzle.h"

namespace gridlens {
namespace {

using namespace reading_scene;

// A board that was read, and what is written into it afterwards looks like its print: only that it
// comes late tells that it is none.
class EntryChangeTest : public testing::Test {
 protected:
  void SetUp() override {
    for (int i = 0; i < 3; ++i) show(page_);
    ASSERT_EQ(reading_.state, ReadState::sure);
    for (size_t cell = 0; cell < page_.size(); ++cell)
      if (page_[cell] == '.') blank_.push_back(cell);
  }

  void show(const std::string& page, const CellFlags& hidden = {}) {
    if (reader_.add(draw_rectified(page, 9), hidden, standing_) == LookVerdict::restarted)
      standing_ = Standing::open;
    reading_ = reader_.decode();
    if (reading_.state == ReadState::sure)
      standing_ = Standing::sure;
    else if (standing_ == Standing::sure)
      standing_ = Standing::once_sure;
  }

  [[nodiscard]] int entry(size_t cell) const { return reading_.entries.values()[cell]; }

  void expect_clues_as_printed() const {
    EXPECT_EQ(reading_.state, ReadState::sure) << reading_.message;
    EXPECT_EQ(reading_.clues, grid_of(kSamplePuzzle, Shape{3, 3}));
  }

  std::string page_ = kSamplePuzzle;
  std::vector<size_t> blank_;
  BoardReader reader_{network(), candidate(9)};
  BoardReading reading_;
  Standing standing_ = Standing::open;
};

TEST_F(EntryChangeTest, WhatIsWrittenIsAnEntryAfterTwoSheets) {
  page_[blank_[4]] = '7';
  page_[blank_[20]] = '7';
  show(page_);
  expect_clues_as_printed();
  show(page_);
  show(page_);
  expect_clues_as_printed();
  EXPECT_EQ(entry(blank_[4]), 7);
  EXPECT_EQ(entry(blank_[20]), 7);
  EXPECT_EQ(reading_.entries.count_filled(), 2);
}

TEST_F(EntryChangeTest, AMistakeThatClashesIsAnEntry) {
  // The first blank cell of the first row that has one gets a digit of that row.
  const size_t row = blank_[0] / 9;
  char other = '.';
  for (size_t col = 0; col < 9; ++col)
    if (page_[row * 9 + col] != '.') other = page_[row * 9 + col];
  ASSERT_NE(other, '.');
  page_[blank_[0]] = other;
  for (int i = 0; i < 3; ++i) show(page_);
  expect_clues_as_printed();
  EXPECT_EQ(entry(blank_[0]), other - '0');
}

// Another page, or another program's window, lay on the symbol as the board came into view.
TEST_F(EntryChangeTest, PrintThatIsUncoveredAtOnceIsNone) {
  std::string covered = page_;
  int gone = 0;
  for (size_t cell = 60; cell < covered.size() && gone < 2; ++cell)
    if (covered[cell] != '.') covered[cell] = '.', ++gone;
  reader_ = BoardReader(network(), candidate(9));
  standing_ = Standing::open;
  show(covered);
  ASSERT_EQ(reading_.state, ReadState::sure);
  for (int i = 0; i < 4; ++i) show(page_);
  EXPECT_EQ(reading_.entries.count_filled(), 0);
  expect_clues_as_printed();
}

// A sheet without symbols lay on it for long. The rest has several solutions, so they are print.
TEST_F(EntryChangeTest, PrintThatThePuzzleNeedsIsNoneHoweverLateItComes) {
  std::string covered = page_;
  int gone = 0;
  for (size_t cell = 0; cell < covered.size() && gone < 10; ++cell)
    if (covered[cell] != '.') covered[cell] = '.', ++gone;
  reader_ = BoardReader(network(), candidate(9));
  standing_ = Standing::open;
  for (int i = 0; i < 6; ++i) show(covered);
  ASSERT_EQ(reading_.state, ReadState::sure);
  ASSERT_EQ(reading_.proof, SolveState::multiple);
  for (int i = 0; i < 6; ++i) show(page_);
  EXPECT_EQ(reading_.entries.count_filled(), 0);
  expect_clues_as_printed();
}

TEST_F(EntryChangeTest, IsChangedAndRubbedOut) {
  const size_t cell = blank_[7];
  page_[cell] = '3';
  for (int i = 0; i < 6; ++i) show(page_);
  ASSERT_EQ(entry(cell), 3);
  page_[cell] = '8';
  for (int i = 0; i < 2; ++i) show(page_);
  EXPECT_EQ(entry(cell), 8);
  page_[cell] = '.';
  for (int i = 0; i < 2; ++i) show(page_);
  EXPECT_EQ(reading_.entries.count_filled(), 0);
  expect_clues_as_printed();
}

TEST_F(EntryChangeTest, WhatShowsOnceOrUnderAHandIsNone) {
  const std::string before = page_;
  const size_t cell = blank_[9];
  page_[cell] = '5';
  show(page_);
  show(before);
  show(page_);
  EXPECT_EQ(reading_.entries.count_filled(), 0);
  CellFlags hidden(81);
  hidden[cell] = 1;
  for (int i = 0; i < 3; ++i) show(page_, hidden);
  EXPECT_EQ(reading_.entries.count_filled(), 0);
  expect_clues_as_printed();
}

}  // namespace
}  // namespace gridlens
