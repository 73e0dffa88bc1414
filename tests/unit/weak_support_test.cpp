// Answers that hang on doubtful marks.
#include "core/reading/weak_support.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/unit/sample_puzzle.h"

namespace gridlens {
namespace {

// A printed board, clearly read, all of one ink, with one clue that its answer needs.
struct Board {
  CellChoices choices;
  ClueSet best;
  ClueSearch solver{Shape{3, 3}};
  CellVisibility visibility = CellVisibility(81, Visibility::clear);
  CellMap<InkFeatures> features = CellMap<InkFeatures>(81);
  int needed = -1;

  Board() {
    best.clues = grid_of(kSamplePuzzle);
    best.state = SolveState::unique;
    choices.alphabet = {AlphabetKind::numerals, 9};
    choices.n = 9;
    choices.by_hand = CellMap<double>(81);
    choices.values.assign(81 * 10, std::log(1e-5));
    for (int cell = 0; cell < 81; ++cell) {
      const int value = best.clues.at(cell);
      set(cell, value, 0.9999);
      if (value == 0) continue;
      draw(cell, 0.3 + 0.05 * (cell % 3));
      set_feature(cell, InkFeatures::repeated, 3.5);
      Grid without = best.clues;
      without.set(cell, 0);
      if (needed < 0 && !only_solution(without)) needed = cell;
    }
    choices.clues = choices.values;
    best.solution = only_solution(best.clues);
  }

  std::optional<Grid> only_solution(const Grid& clues) {
    SearchBudget budget(1e9);
    return solver.only_solution(clues, budget);
  }
  void set(int cell, int value, double probability) {
    choices.values[static_cast<size_t>(cell * 10 + value)] = std::log(probability);
  }
  // The needed clue, seen so clearly, the rest a blank cell.
  void doubt_needed(double probability) {
    set(needed, best.clues.at(needed), probability);
    set(needed, 0, 1 - probability);
    choices.clues = choices.values;
  }
  void draw(int cell, double strength) { set_feature(cell, InkFeatures::strength, strength); }
  void set_feature(int cell, InkFeatures::Feature feature, double value) {
    features[cell].set(feature, value);
  }
  bool leans(bool drawn = false) { return !doubts(drawn).empty(); }
  std::vector<int> doubts(bool drawn = false) {
    return weak_clues_of_answer(choices, best, visibility, features, drawn,
                                [this](const Grid& clues) { return only_solution(clues); });
  }
};

TEST(WeaklySupported, ClearPrintIsNone) {
  Board board;
  ASSERT_GE(board.needed, 0);
  EXPECT_FALSE(board.leans());
}

TEST(WeaklySupported, WhatIsHardlyASymbolMakesNoAnswer) {
  Board board;
  board.doubt_needed(0.6);
  EXPECT_TRUE(board.leans());
  board.doubt_needed(0.8);
  EXPECT_FALSE(board.leans());
}

TEST(WeaklySupported, AShadeBesidePrintMustBeClearlyNamed) {
  Board board;
  board.doubt_needed(0.9);
  EXPECT_FALSE(board.leans());
  board.draw(board.needed, -1.5);
  EXPECT_TRUE(board.leans());
  board.doubt_needed(0.999);
  EXPECT_FALSE(board.leans());
}

TEST(WeaklySupported, PrintThatIsFaintAllOverIsNoShade) {
  Board board;
  board.doubt_needed(0.9);
  for (int cell = 0; cell < 81; ++cell)
    if (board.features[cell].measured()) board.draw(cell, -1.5);
  EXPECT_FALSE(board.leans());
}

// Another digit is written over it.
TEST(WeaklySupported, AnotherInkOrFormMustBeClearlyNamed) {
  using Feature = InkFeatures::Feature;
  for (const auto& [feature, other] : {std::pair{Feature::red, -0.6}, std::pair{Feature::blue, 0.4},
                                       std::pair{Feature::repeated, 0.1}}) {
    Board board;
    board.doubt_needed(0.97);
    for (int cell = 0; cell < 81; ++cell)
      if (board.features[cell].measured())
        board.set_feature(cell, feature,
                          feature == Feature::repeated ? 3.5 - 0.03 * (cell % 9) : 0.05);
    EXPECT_FALSE(board.leans()) << feature;
    board.set_feature(board.needed, feature, other);
    EXPECT_TRUE(board.leans()) << feature;
    board.doubt_needed(0.999);
    EXPECT_FALSE(board.leans()) << feature;
  }
}

TEST(WeaklySupported, InAnotherInkAndFormItIsOverwritten) {
  Board board;
  for (int cell = 0; cell < 81; ++cell)
    if (board.features[cell].measured()) {
      board.set_feature(cell, InkFeatures::red, 0.05);
      board.set_feature(cell, InkFeatures::repeated, 3.5);
    }
  EXPECT_FALSE(board.leans());
  board.set_feature(board.needed, InkFeatures::red, 0.5);
  board.set_feature(board.needed, InkFeatures::repeated, 0.1);
  EXPECT_TRUE(board.leans());
  EXPECT_FALSE(board.leans(/*drawn=*/true));  // a lit cell
}

// Where the others have the solution, it is the same with a given as with an entry.
TEST(WeaklySupported, AClueThatMayBeAnEntryMustNotBeNeeded) {
  Board board;
  board.choices.by_hand[board.needed] = 0.3;
  EXPECT_EQ(board.doubts(), std::vector{board.needed});
  board.choices.by_hand[board.needed] = 0.05;
  EXPECT_FALSE(board.leans());
  int spare = board.needed + 1;
  for (;; ++spare) {
    Grid without = board.best.clues;
    if (without.at(spare) == 0) continue;
    without.set(spare, 0);
    if (board.only_solution(without)) break;
  }
  board.choices.by_hand[static_cast<size_t>(spare)] = 0.3;
  EXPECT_FALSE(board.leans());
}

TEST(WeaklySupported, HalfWipedOutItMustBeClearlyNamed) {
  Board board;
  board.doubt_needed(0.9);
  board.visibility[board.needed] = Visibility::doubtful;
  EXPECT_TRUE(board.leans());
  board.doubt_needed(0.999);
  EXPECT_FALSE(board.leans());
}

// What clashes is not quietly taken for a smudge, if it is printed like the others.
TEST(WeaklySupported, ASymbolLikeThePrintIsNotDropped) {
  Board board;
  int blank = 0;
  while (board.best.clues.at(blank) != 0) ++blank;
  board.set(blank, 0, 0.1);
  board.set(blank, 4, 0.9);
  board.draw(blank, 0.3);
  EXPECT_TRUE(board.leans());
  board.draw(blank, -1.5);  // a smudge
  EXPECT_FALSE(board.leans());
  board.draw(blank, 0.3);
  board.choices.by_hand[static_cast<size_t>(blank)] = 1;  // an entry
  EXPECT_FALSE(board.leans());
}

// A given that someone has ringed looks like an entry; without it there are several solutions.
TEST(WeaklySupported, AnEntryThatMayBeAClueIsADoubt) {
  Board board;
  board.best.clues.set(board.needed, 0);
  board.best.state = SolveState::multiple;
  EXPECT_FALSE(board.leans());  // all printed: something is missing on the page
  board.choices.writing = Writing::mixed;
  EXPECT_TRUE(board.leans());
}

// Where two values may be exchanged along a chain of cells, the surest clue in it tells which is
// which; several that are not sure tell no more than one.
TEST(WeaklySupported, OneClueOfEachChainMustTellItsTwoValues) {
  Board board;
  const auto clues_of = [&](int value) {
    std::vector<int> cells;
    for (int cell = 0; cell < 81; ++cell)
      if (board.best.clues.at(cell) == value) cells.push_back(cell);
    return cells;
  };
  const auto set_odds = [&](int value, int other, double odds) {
    for (const int cell : clues_of(value)) board.set(cell, other, 0.9999 * std::exp(-odds));
  };
  set_odds(1, 7, 3);
  EXPECT_FALSE(board.leans()) << "each chain of 1 and 7 has a 7, or is told by it";
  set_odds(7, 1, 3);
  std::vector<int> all = clues_of(1);
  for (const int cell : clues_of(7)) all.push_back(cell);
  std::sort(all.begin(), all.end());
  EXPECT_EQ(board.doubts(), all);
  board.set(all.front(), board.best.clues.at(all.front()) == 1 ? 7 : 1, 1e-5);
  const std::vector<int> others = board.doubts();
  EXPECT_LT(others.size(), all.size());
  EXPECT_EQ(std::count(others.begin(), others.end(), all.front()), 0);
  set_odds(1, 7, 4.5);
  set_odds(7, 1, 4.5);
  EXPECT_FALSE(board.leans());
}

// A stroke from the cell above makes an I a G, which looks like none of the board's other Gs.
TEST(WeaklySupported, WhatLooksLikeNoneOfItsCopiesMustBeClearlyNamed) {
  Board board;
  board.doubt_needed(0.9);
  EXPECT_FALSE(board.leans());
  board.features[board.needed] = {};
  board.draw(board.needed, 0.35);
  EXPECT_TRUE(board.leans());
  EXPECT_FALSE(board.leans(true)) << "nobody writes on a screen";
  board.doubt_needed(0.999);
  EXPECT_FALSE(board.leans());
}

}  // namespace
}  // namespace gridlens
