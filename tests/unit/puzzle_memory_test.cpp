#include "core/pipeline/puzzle_memory.h"

#include <gtest/gtest.h>

#include "core/pipeline/board_track.h"

namespace gridlens {
namespace {

// A 4 x 4 reading with values at some cells.
BoardReading reading_of(const std::vector<std::pair<int, int>>& clues,
                        ReadState state = ReadState::sure) {
  BoardReading reading;
  reading.state = state;
  reading.shape = {2, 2};
  reading.clues = Grid(Shape{2, 2});
  for (const auto& [cell, value] : clues) reading.clues.set(cell, value);
  return reading;
}

const BoardReading kWhole = reading_of({{0, 1}, {3, 2}, {5, 3}, {6, 4}, {9, 2}, {15, 1}});
const BoardReading kLess = reading_of({{0, 1}, {3, 2}, {5, 3}, {6, 4}, {9, 2}});  // one hidden
const BoardReading kOther = reading_of({{0, 2}, {3, 1}, {5, 4}, {6, 3}, {9, 1}, {15, 2}});
const BoardReading kElsewhere = reading_of({{1, 1}, {2, 2}, {4, 3}, {7, 4}, {15, 1}});

bool nobody(int) {
  return false;
}

TEST(SamePuzzle, MayShowLessOfIt) {
  EXPECT_TRUE(same_puzzle(kWhole, kWhole));
  EXPECT_TRUE(same_puzzle(kWhole, kLess));
  EXPECT_TRUE(same_puzzle(kLess, kWhole));
}

TEST(SamePuzzle, HasNoOtherClueAnywhere) {
  EXPECT_FALSE(same_puzzle(kWhole, kOther));
  BoardReading one_other = kWhole;
  one_other.clues.set(0, 0, 4);
  EXPECT_FALSE(same_puzzle(kWhole, one_other));
}

TEST(SamePuzzle, SharesMostOfItsClues) {
  EXPECT_FALSE(same_puzzle(kWhole, kElsewhere));
  EXPECT_FALSE(same_puzzle(kWhole, reading_of({{0, 1}})));
  EXPECT_FALSE(same_puzzle(reading_of({}), reading_of({})));
}

TEST(MayBeSamePuzzle, DoubtfulCellsSayNothing) {
  BoardReading blurred = kWhole;
  blurred.state = ReadState::reading;
  blurred.clues.set(0, 0, 4);
  EXPECT_FALSE(may_be_same_puzzle(blurred, kWhole));
  blurred.doubtful = {0};
  EXPECT_TRUE(may_be_same_puzzle(blurred, kWhole));
  EXPECT_FALSE(may_be_same_puzzle(blurred, kOther));
  blurred.clues.set(0, 1, 3);  // surely a clue where none was
  EXPECT_FALSE(may_be_same_puzzle(blurred, kWhole));
  blurred.doubtful = {0, 1, 3, 5};  // three of six clues are left
  EXPECT_FALSE(may_be_same_puzzle(blurred, kWhole));
}

TEST(PuzzleMemory, RecallsTheOnePuzzleThatFits) {
  PuzzleMemory memory;
  BoardReading blurred = kWhole;
  blurred.state = ReadState::reading;
  blurred.doubtful = {15};
  EXPECT_EQ(memory.recall(blurred, 0), nullptr);
  memory.id_for(kOther, 0, 0, nobody);
  EXPECT_EQ(memory.recall(blurred, 100), nullptr);
  memory.id_for(kWhole, 0, 0, nobody);
  ASSERT_NE(memory.recall(blurred, 100), nullptr);
  EXPECT_EQ(memory.recall(blurred, 100)->clues, kWhole.clues);
  EXPECT_EQ(memory.recall(blurred, 20000), nullptr) << "forgotten by then";
  BoardReading nearly = kWhole;  // differs where the blurred one is in doubt
  nearly.clues.set(3, 3, 3);
  memory.id_for(nearly, 200, 0, nobody);
  EXPECT_EQ(memory.recall(blurred, 300), nullptr) << "either may be meant";
}

// An entry that was taken for a clue makes such a reading.
TEST(PuzzleMemory, RecallsNoContradiction) {
  BoardReading blurred = kWhole;
  blurred.state = ReadState::reading;
  BoardReading with_entry = kWhole;
  with_entry.clues.set(0, 1, 1);
  with_entry.proof = SolveState::invalid;
  blurred.clues.set(0, 1, 1);
  PuzzleMemory alone;
  alone.id_for(with_entry, 0, 0, nobody);
  EXPECT_EQ(alone.recall(blurred, 100), nullptr);

  PuzzleMemory memory;
  BoardReading solved = kWhole;
  solved.proof = SolveState::unique;
  const int id = memory.id_for(solved, 0, 0, nobody);
  EXPECT_EQ(memory.id_for(with_entry, 50, id, nobody), id);
  blurred.doubtful = {1};
  ASSERT_NE(memory.recall(blurred, 100), nullptr) << "the fuller reading took its place";
  EXPECT_EQ(memory.recall(blurred, 100)->clues, kWhole.clues);
}

TEST(PuzzleMemory, NamesTheClueThatOneOfTwoReadingsHasWrong) {
  BoardReading known = reading_of({});
  known.shape = {3, 3};
  known.clues = Grid(known.shape);
  known.proof = SolveState::unique;
  for (int i = 0; i < 9; ++i) {
    known.clues.set(0, i, i + 1);
    known.clues.set(4, i, 9 - i);
  }
  PuzzleMemory memory;
  EXPECT_TRUE(memory.cells_in_conflict(known, 0).empty());
  memory.id_for(known, 0, 0, nobody);
  EXPECT_TRUE(memory.cells_in_conflict(known, 0).empty());
  BoardReading other = known;
  other.clues.set(4, 2, 1);
  EXPECT_EQ(memory.cells_in_conflict(other, 100), std::vector<int>{38});
  EXPECT_TRUE(memory.cells_in_conflict(other, 20000).empty()) << "forgotten by then";
  for (int i = 0; i < 9; ++i) other.clues.set(0, i, 9 - i);
  EXPECT_TRUE(memory.cells_in_conflict(other, 100).empty()) << "another puzzle";
}

TEST(PuzzleMemory, KeepsAnIdWhenMoreOfThePuzzleIsSeen) {
  PuzzleMemory memory;
  const int id = memory.id_for(kLess, 0, 0, nobody);
  EXPECT_EQ(memory.id_for(kWhole, 100, id, nobody), id);
  EXPECT_EQ(memory.id_for(kLess, 200, id, nobody), id);
}

TEST(PuzzleMemory, GivesAnIdBackAfterALoss) {
  PuzzleMemory memory;
  const int id = memory.id_for(kWhole, 0, 0, nobody);
  EXPECT_EQ(memory.id_for(kWhole, 9000, 0, nobody), id);
  EXPECT_NE(memory.id_for(kWhole, 30000, 0, nobody), id) << "forgotten by then";
}

TEST(PuzzleMemory, AnExchangedPageGoesByAnotherId) {
  PuzzleMemory memory;
  const int id = memory.id_for(kWhole, 0, 0, nobody);
  // In doubt it is still the board it was.
  BoardReading doubtful = kOther;
  doubtful.state = ReadState::reading;
  EXPECT_EQ(memory.id_for(doubtful, 50, id, nobody), id);
  const int other = memory.id_for(kOther, 100, id, nobody);
  EXPECT_NE(other, id);
  EXPECT_EQ(memory.id_for(kWhole, 200, other, nobody), id) << "turned back";
}

TEST(PuzzleMemory, TwoCopiesInViewHaveTwoIds) {
  PuzzleMemory memory;
  const int first = memory.id_for(kWhole, 0, 0, nobody);
  const int second = memory.id_for(kWhole, 0, 0, [&](int id) { return id == first; });
  EXPECT_NE(first, second);
}

using Kind = Correction::Kind;

// kWhole as a person had it after correcting cell 0, which was read as 4.
BoardReading mended() {
  BoardReading reading = kWhole;
  reading.corrections = {{0, 1, Kind::given}};
  return reading;
}

BoardReading misread() {
  BoardReading reading = kWhole;
  reading.clues.set(0, 0, 4);
  return reading;
}

TEST(SamePuzzle, CorrectedCellsSayNothing) {
  EXPECT_TRUE(same_puzzle(mended(), misread()));
  EXPECT_TRUE(same_puzzle(misread(), mended()));
  BoardReading other = misread();
  other.clues.set(0, 3, 3);
  EXPECT_FALSE(same_puzzle(mended(), other));
}

TEST(PuzzleMemory, CorrectionsComeBackWithThePuzzleReadEitherWay) {
  PuzzleMemory memory;
  const int id = memory.id_for(misread(), 0, 0, nobody);
  EXPECT_EQ(memory.corrections_of(id, misread()), nullptr);
  memory.correct(id, mended(), 100);
  EXPECT_EQ(memory.id_for(mended(), 130, id, nobody), id);
  for (const BoardReading& seen : {misread(), mended(), kWhole}) {
    EXPECT_EQ(memory.id_for(seen, 5000, 0, nobody), id);
    const Corrections* known = memory.corrections_of(id, seen);
    ASSERT_NE(known, nullptr);
    EXPECT_EQ(*known, mended().corrections);
  }
  EXPECT_EQ(memory.corrections_of(id, kOther), nullptr) << "another page";
  EXPECT_EQ(memory.id_for(misread(), 1e9, 0, nobody), id) << "what a person said is not forgotten";
}

// A reading that shows more than the one with the corrections does not take them away.
TEST(PuzzleMemory, CorrectionsOutliveAFullerReading) {
  PuzzleMemory memory;
  BoardReading less = kLess;
  less.corrections = {{0, 1, Kind::given}};
  memory.correct(7, less, 0);
  EXPECT_EQ(memory.id_for(misread(), 100, 0, nobody), 7);
  ASSERT_NE(memory.corrections_of(7, misread()), nullptr);
}

TEST(PuzzleMemory, ACorrectedBoardInDoubtIsKnownAgain) {
  PuzzleMemory memory;
  BoardReading doubtful = mended();
  doubtful.state = ReadState::reading;
  doubtful.doubtful = {15};
  const int id = memory.id_for(doubtful, 0, 0, nobody);
  memory.correct(id, doubtful, 50);
  EXPECT_EQ(memory.id_for(doubtful, 80, id, nobody), id);
  BoardReading back = misread();
  back.state = ReadState::reading;
  back.doubtful = {9};
  EXPECT_EQ(memory.id_for(back, 3000, 0, nobody), id);
  ASSERT_NE(memory.corrections_of(id, back), nullptr);
  EXPECT_EQ(memory.recall(back, 3000), nullptr) << "there is no answer to show again";
  // Read surely at last it keeps its id.
  BoardReading sure = mended();
  EXPECT_EQ(memory.id_for(sure, 3050, id, nobody), id);
  EXPECT_EQ(memory.id_for(misread(), 4000, 0, nobody), id);
}

TEST(PuzzleMemory, ABoardOutOfViewIsCorrectedForItsReturn) {
  PuzzleMemory memory;
  const int id = memory.id_for(misread(), 0, 0, nobody);
  memory.correct_unseen(id, {0, 1, Kind::given});
  memory.correct_unseen(id, {99, 1, Kind::given});  // no such cell
  memory.correct_unseen(id + 1, {0, 1, Kind::given});
  EXPECT_EQ(memory.id_for(misread(), 1000, 0, nobody), id);
  ASSERT_NE(memory.corrections_of(id, misread()), nullptr);
  EXPECT_EQ(*memory.corrections_of(id, misread()), mended().corrections);
}

// What a correction makes of a board may be what another track has shown: it stays what it is.
TEST(PuzzleMemory, ACorrectedBoardKeepsItsOwnId) {
  PuzzleMemory memory;
  const int before = memory.id_for(kWhole, 0, 0, nobody);
  const int id = memory.id_for(misread(), 1000, 0, nobody);
  ASSERT_NE(id, before);
  memory.correct(id, mended(), 1050);
  EXPECT_EQ(memory.id_for(mended(), 1100, id, nobody), id);
}

TEST(CellsOutside, AreThoseThePictureCuts) {
  BoardCandidate board;
  board.n = 9;
  // Cells of 20 px; the left border 8 px outside of the picture, 0.4 cells.
  board.image_from_board = Homography::image_from_board(
      Quad{{cv::Point2d(-8, 10), {172, 10}, {172, 190}, {-8, 190}}}, 9);
  const auto cut = cells_outside(board, {200, 200});
  ASSERT_EQ(cut.size(), 81U);
  for (int cell = 0; cell < 81; ++cell)
    EXPECT_EQ(cut[static_cast<size_t>(cell)], cell % 9 == 0) << cell;
  board.image_from_board =
      Homography::image_from_board(Quad{{cv::Point2d(5, 5), {185, 5}, {185, 185}, {5, 185}}}, 9);
  for (const auto cell : cells_outside(board, {200, 200})) EXPECT_EQ(cell, 0);
}

}  // namespace
}  // namespace gridlens
