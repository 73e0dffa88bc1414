// Candidates that stand alone in their cells.

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/reading/decoding/entry_evidence.h"
#include "core/reading/decoding/lone_candidates.h"
#include "tests/unit/sample_puzzle.h"

namespace gridlens {
namespace {

// A printed board, clearly read; digits of usual size in the middle of their cells.
struct Board {
  CellChoices choices;
  CellMap<InkFeatures> features = CellMap<InkFeatures>(81);

  Board() {
    choices.alphabet = {AlphabetKind::numerals, 9};
    choices.n = 9;
    choices.values.assign(81 * 10, -12);
    choices.by_hand = CellMap<double>(81);
    for (int cell = 0; cell < 81; ++cell) {
      const char symbol = kSamplePuzzle[cell];
      value(cell, symbol == '.' ? 0 : symbol - '0') = -0.0001;
      if (symbol != '.') draw(cell, 0.5, 0.34, 0.01 * (cell % 3), 0.01 * (cell % 2));
    }
    choices.set_clues();
  }

  double& value(int cell, int v) { return choices.values[static_cast<size_t>(cell * 10 + v)]; }

  void draw(int cell, double height, double width, double right, double down) {
    InkFeatures& t = features[cell];
    t.set(InkFeatures::top, 0.5 + down - height / 2);
    t.set(InkFeatures::bottom, 0.5 + down + height / 2);
    t.set(InkFeatures::left, 0.5 + right - width / 2);
    t.set(InkFeatures::right, 0.5 + right + width / 2);
    t.set(InkFeatures::reach, std::max(height, width));
  }

  // Something that looks like a digit in a blank cell.
  void add(int cell, int digit, double height, double right, double down) {
    value(cell, 0) = -12;
    value(cell, digit) = -0.0001;
    draw(cell, height, 0.7 * height, right, down);
    choices.set_clues();
  }
};

// What a player typed tells which of two solutions is the board's, unless all of it is wrong.
TEST(TypedEntries, SpeakForTheSolutionThatTheyAgreeWith) {
  Board board;
  board.choices.typed = true;
  const Grid clues = grid_of(kSamplePuzzle);
  Grid solution(clues.shape());  // any two grids that differ in every cell
  Grid other(clues.shape());
  for (int cell = 0; cell < 81; ++cell) {
    solution.set(cell, cell % 9 + 1);
    other.set(cell, solution.at(cell) % 9 + 1);
  }
  const auto type = [&](int cell, int digit) {
    board.value(cell, 0) = -12;
    board.value(cell, digit) = -0.0001;
    board.choices.by_hand[cell] = 0.99;
  };
  EXPECT_NEAR(typed_agreement(board.choices, clues, solution), 0, 1e-9);
  int typed = 0;
  for (int cell = 0; typed < 12; ++cell)
    if (kSamplePuzzle[cell] == '.') type(cell, solution.at(cell)), ++typed;
  EXPECT_GT(typed_agreement(board.choices, clues, solution),
            typed_agreement(board.choices, clues, other) + 15);
  for (int cell = 0; cell < 81; ++cell)
    if (board.choices.by_hand[cell] > 0.5) {
      board.value(cell, solution.at(cell)) = -12;
      type(cell, (solution.at(cell) + 3) % 9 + 1);
    }
  EXPECT_NEAR(typed_agreement(board.choices, clues, solution),
              typed_agreement(board.choices, clues, other), 1e-9);
}

TEST(LoneCandidates, SmallAndAsideAreNoClues) {
  Board board;
  board.add(2, 8, 0.36, 0.25, -0.27);
  EXPECT_TRUE(doubt_lone_candidates(board.choices, board.features));
  EXPECT_GT(board.choices.clue(2, 0), std::log(0.99));
  EXPECT_GT(board.choices.clue(2, 8), std::log(1e-4));  // should the board need it
  double sum = 0;
  for (int v = 0; v <= 9; ++v) sum += std::exp(board.choices.value(2, v));
  EXPECT_NEAR(sum, 1, 1e-3);
}

TEST(LoneCandidates, PrintStaysAsItIs) {
  Board plain;
  EXPECT_FALSE(doubt_lone_candidates(plain.choices, plain.features));
  Board low;  // aside, but as large as the others
  low.add(2, 8, 0.5, 0.2, 0.2);
  EXPECT_FALSE(doubt_lone_candidates(low.choices, low.features));
  Board small;  // small, but where digits are
  small.add(2, 8, 0.36, 0.02, 0.03);
  EXPECT_FALSE(doubt_lone_candidates(small.choices, small.features));
}

TEST(LoneCandidates, DigitsWithoutAscendersAreNone) {
  // Old-style figures: every 6 is as small and as low.
  Board board;
  for (int cell = 0; cell < 81; ++cell)
    if (kSamplePuzzle[cell] == '6') board.draw(cell, 0.36, 0.3, 0.01, 0.13);
  EXPECT_FALSE(doubt_lone_candidates(board.choices, board.features));
}

TEST(InkFeatures, AreTurnedUpright) {
  InkFeatures t;
  t.set(InkFeatures::top, 0.1);
  t.set(InkFeatures::bottom, 0.2);
  t.set(InkFeatures::left, 0.3);
  t.set(InkFeatures::right, 0.7);
  const auto at = [&](int turns, InkFeatures::Feature edge) {
    return turned_upright(t, turns).values[edge];
  };
  EXPECT_FLOAT_EQ(at(0, InkFeatures::top), 0.1F);
  // The rectified board's right side is the puzzle's upper one.
  EXPECT_FLOAT_EQ(at(1, InkFeatures::top), 0.3F);
  EXPECT_FLOAT_EQ(at(1, InkFeatures::bottom), 0.7F);
  EXPECT_FLOAT_EQ(at(1, InkFeatures::left), 0.1F);
  EXPECT_FLOAT_EQ(at(2, InkFeatures::top), 0.8F);
  EXPECT_FLOAT_EQ(at(3, InkFeatures::left), 0.8F);
  EXPECT_FLOAT_EQ(at(3, InkFeatures::top), 0.3F);
}

TEST(LoneCandidates, LettersMayLoseTheirDots) {
  // A small i among others: as its copies, but without the dot, so less high and lower.
  Board board;
  board.choices.alphabet = {AlphabetKind::letters, 9};
  for (int cell = 0; cell < 81; ++cell)
    if (kSamplePuzzle[cell] == '9') board.draw(cell, 0.5, 0.1, 0.01, -0.05);
  board.add(2, 9, 0.36, 0.01, 0.1);
  EXPECT_FALSE(doubt_lone_candidates(board.choices, board.features));
  board.choices.alphabet = {AlphabetKind::numerals, 9};
  EXPECT_TRUE(doubt_lone_candidates(board.choices, board.features));
}

TEST(LoneCandidates, HandwritingOnOneSideOfTheMiddleIsACandidateWhereSmall) {
  const auto doubted = [](double height, double right, double down, double reach) {
    Board board;
    board.add(2, 8, height, right, down);
    board.features[2].set(InkFeatures::reach, reach);
    board.choices.by_hand[2] = 0.9;
    return doubt_lone_candidates(board.choices, board.features);
  };
  EXPECT_TRUE(doubted(0.32, 0.25, -0.27, 0.32));
  EXPECT_FALSE(doubted(0.32, 0.05, -0.1, 0.32));   // about the middle, of any size
  EXPECT_FALSE(doubted(0.5, 0.3, -0.27, 0.5));     // as large as print
  EXPECT_FALSE(doubted(0.32, 0.25, -0.27, 0.55));  // with a faint stroke
}

// The thin strokes of a hand's 4 fade; its stem lies right of the middle.
TEST(LoneCandidates, AStemBesideTheMiddleIsNone) {
  Board board;
  board.value(2, 0) = -12;
  board.value(2, 4) = -0.5;
  board.draw(2, 0.27, 0.08, 0.16, 0.1);
  board.choices.by_hand[2] = 0.9;
  EXPECT_FALSE(doubt_lone_candidates(board.choices, board.features));
}

TEST(LoneCandidates, AreSmallAgainstWhatThePlayerWrites) {
  Board board;
  for (const int cell : {2, 3, 5}) {
    board.add(cell, 8, 0.36, 0, 0);
    board.choices.by_hand[cell] = 0.9;
  }
  board.add(6, 8, 0.32, 0.25, -0.27);
  board.choices.by_hand[6] = 0.9;
  EXPECT_FALSE(doubt_lone_candidates(board.choices, board.features));
}

}  // namespace
}  // namespace gridlens
