// What a person says that cells hold: certain in every decoding, whatever is seen there.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/reading/board_reader.h"
#include "core/reading/decoding/cell_choices.h"
#include "tests/unit/reading_scene.h"
#include "tests/unit/sample_puzzle.h"

namespace gridlens {
namespace {

using namespace reading_scene;
using Kind = Correction::Kind;

// The sample puzzle with another digit in its first given: what a reader that errs sees.
std::string misread(int cell, char digit) {
  std::string puzzle = kSamplePuzzle;
  puzzle.at(static_cast<size_t>(cell)) = digit;
  return puzzle;
}

int first_given() {
  return static_cast<int>(std::string(kSamplePuzzle).find_first_not_of('.'));
}

Correction truth_of(int cell) {
  return {cell, kSamplePuzzle[cell] == '.' ? 0 : kSamplePuzzle[cell] - '0', Kind::given};
}

// Whatever is made of a cell or of who wrote it on the way to the clues.
TEST(Corrections, OutliveAllThatIsMadeOfTheCell) {
  CellChoices choices;
  choices.n = 4;
  choices.values.assign(16 * 5, std::log(0.2));
  choices.by_hand = CellMap<double>(16);
  choices.correct({{5, 3, Kind::given}, {6, 2, Kind::entry}, {7, 0, Kind::given}});
  choices.set_blank(5, -0.001);
  choices.set_blank(7, -9);
  set_entries(choices, CellMap<double>(16, 0.9));
  EXPECT_NEAR(choices.clue(5, 3), 0, 1e-6);
  EXPECT_LT(choices.clue(5, 0), -20);
  EXPECT_NEAR(choices.clue(6, 0), 0, 1e-6);
  EXPECT_NEAR(choices.value(6, 2), 0, 1e-6);
  EXPECT_EQ(choices.by_hand[6], 1);
  EXPECT_NEAR(choices.clue(7, 0), 0, 1e-6);
  EXPECT_EQ(choices.by_hand[7], 0);
  EXPECT_GT(choices.by_hand[8], 0.5);
}

class ReadingCorrection : public testing::Test {
 protected:
  BoardReading corrected(const Corrections& corrections) {
    reader_.correct(corrections, reader_.decode());
    return reader_.decode();
  }
  void show(const std::string& puzzle, int turns = 0) {
    reader_.add(turned(draw_rectified(puzzle, 9), turns));
  }

  BoardReader reader_{network(), candidate(9)};
};

TEST(Corrections, HoldOneACellInTheirOrder) {
  Corrections all;
  all = with(all, {7, 3, Kind::given});
  all = with(all, {2, 1, Kind::entry});
  all = with(all, {7, 4, Kind::given});
  EXPECT_EQ(all, (Corrections{{2, 1, Kind::entry}, {7, 4, Kind::given}}));
  all = with(all, {2, 0, Kind::as_read});
  EXPECT_EQ(all, (Corrections{{7, 4, Kind::given}}));
  EXPECT_TRUE(is_corrected(all, 7));
  EXPECT_FALSE(is_corrected(all, 2));
  EXPECT_FALSE((Correction{81, 1, Kind::given}.is_valid(9)));
  EXPECT_FALSE((Correction{0, 10, Kind::given}.is_valid(9)));
}

TEST_F(ReadingCorrection, AMisreadGivenIsMendedInEveryWayUp) {
  const int cell = first_given();
  const char wrong = kSamplePuzzle[cell] == '8' ? '4' : '8';
  for (int turns = 0; turns < 4; ++turns) {
    reader_ = BoardReader(network(), candidate(9));
    show(misread(cell, wrong), turns);
    ASSERT_EQ(reader_.decode().clues.at(cell), wrong - '0');
    const BoardReading reading = corrected({truth_of(cell)});
    EXPECT_EQ(reading.state, ReadState::sure) << reading.message;
    EXPECT_EQ(reading.proof, SolveState::unique);
    EXPECT_EQ(reading.quarter_turns, turns);
    EXPECT_EQ(reading.clues, grid_of(kSamplePuzzle));
    EXPECT_EQ(reading.confidence[cell], 1);
    EXPECT_EQ(reading.corrections, (Corrections{truth_of(cell)}));
  }
}

TEST_F(ReadingCorrection, NoFurtherLookOverturnsIt) {
  const int cell = first_given();
  const char wrong = kSamplePuzzle[cell] == '8' ? '4' : '8';
  show(misread(cell, wrong));
  corrected({truth_of(cell)});
  for (int look = 0; look < 12; ++look) {
    reader_.add(noisy(draw_rectified(misread(cell, wrong), 9), look, 6), {}, Standing::sure);
    ASSERT_EQ(reader_.decode().clues, grid_of(kSamplePuzzle)) << look;
  }
  // Taken back, the looks speak again.
  EXPECT_EQ(corrected({}).clues.at(cell), wrong - '0');
}

TEST_F(ReadingCorrection, AMarkIsSaidToBeBlank) {
  const int blank = static_cast<int>(std::string(kSamplePuzzle).find('.'));
  show(misread(blank, '1'));
  const BoardReading reading = corrected({{blank, 0, Kind::given}});
  EXPECT_EQ(reading.state, ReadState::sure) << reading.message;
  EXPECT_EQ(reading.clues, grid_of(kSamplePuzzle));
  EXPECT_EQ(reading.entries.count_filled(), 0);
}

TEST_F(ReadingCorrection, ADigitIsSaidToBeAnEntry) {
  const int blank = static_cast<int>(std::string(kSamplePuzzle).find('.'));
  show(misread(blank, '1'));
  const BoardReading reading = corrected({{blank, 1, Kind::entry}});
  EXPECT_EQ(reading.state, ReadState::sure) << reading.message;
  EXPECT_EQ(reading.clues, grid_of(kSamplePuzzle));
  EXPECT_EQ(reading.entries.at(blank), 1);
  EXPECT_EQ(reading.entries.count_filled(), 1);
  EXPECT_EQ(reading.confidence[blank], 1);
}

TEST_F(ReadingCorrection, CorrectionsThatClashAreAContradictionThatNamesThem) {
  show(kSamplePuzzle);
  const Grid clues = grid_of(kSamplePuzzle);
  // Two blank cells of the first row, and a digit that its clues leave free.
  std::vector<int> blanks;
  for (int cell = 0; cell < 9; ++cell)
    if (clues.at(cell) == 0) blanks.push_back(cell);
  ASSERT_GE(blanks.size(), 2U);
  const Grid solution = *reader_.decode().solution;
  const int value = solution.at(blanks[0]);
  const BoardReading reading =
      corrected({{blanks[0], value, Kind::given}, {blanks[1], value, Kind::given}});
  EXPECT_EQ(reading.state, ReadState::sure) << reading.message;
  EXPECT_TRUE(reading.is_puzzle);
  EXPECT_EQ(reading.proof, SolveState::invalid);
  ASSERT_TRUE(reading.clash);
  EXPECT_EQ(std::minmax(reading.clash->cell_a, reading.clash->cell_b),
            std::minmax(blanks[0], blanks[1]));
}

TEST_F(ReadingCorrection, OneThatClashesWithAClearGivenNamesBoth) {
  show(kSamplePuzzle);
  const int given = first_given();
  int blank = given / 9 * 9;
  while (kSamplePuzzle[blank] != '.') ++blank;
  const BoardReading reading = corrected({{blank, kSamplePuzzle[given] - '0', Kind::given}});
  EXPECT_TRUE(reading.is_puzzle) << reading.message;
  EXPECT_EQ(reading.proof, SolveState::invalid);
  EXPECT_EQ(reading.state, ReadState::sure) << reading.message;
  ASSERT_TRUE(reading.clash);
  EXPECT_TRUE(reading.clash->cell_a == given || reading.clash->cell_b == given);
}

// What lies over cells is no doubt any more once a person has said what is there.
TEST_F(ReadingCorrection, AHiddenCellThatAPersonNamesIsNotDoubtful) {
  CellFlags hidden(81);
  Corrections all;
  for (int cell = 0; cell < 81 && all.size() < 40; ++cell) {
    hidden[static_cast<size_t>(cell)] = 1;
    all.push_back(truth_of(cell));
  }
  reader_.add(draw_rectified(kSamplePuzzle, 9), hidden);
  EXPECT_NE(reader_.decode().state, ReadState::sure);
  const BoardReading reading = corrected(all);
  EXPECT_EQ(reading.state, ReadState::sure) << reading.message;
  EXPECT_EQ(reading.clues, grid_of(kSamplePuzzle));
}

TEST_F(ReadingCorrection, AnotherPageForgetsThem) {
  const std::string other =
      "1.......9.5.3...2...7.4.6......8....2.4...9.1....6......3.5.7...8...2.4.6.......8";
  show(kSamplePuzzle);
  corrected({{first_given(), 9, Kind::given}});
  for (int look = 0; look < 5; ++look) show(other);
  EXPECT_TRUE(reader_.corrections().empty());
  EXPECT_EQ(reader_.decode().clues, grid_of(other));
}

}  // namespace
}  // namespace gridlens
