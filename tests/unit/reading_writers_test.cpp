#include <gtest/gtest.h>

#include <cmath>
#include <opencv2/imgproc.hpp>
#include <random>

#include "core/reading/entries/typed_entries.h"
#include "core/reading/entries/writers.h"
#include "core/reading/ink/ink_traits.h"
#include "core/solver/solver.h"
#include "tests/unit/reading_scene.h"
#include "tests/unit/sample_puzzle.h"

namespace gridlens {
namespace {

Grid puzzle() {
  return grid_of(kSamplePuzzle);
}

Grid solution() {
  return Solver(classic_rules(Shape{3, 3})).solve(puzzle()).solutions.front();
}

// A board of givens where the puzzle has them and entries elsewhere. The inks lie `apart` standard
// deviations from each other in three traits; the network errs on every `net_errs_every`-th cell.
std::vector<WrittenCell> written_board(double apart, int net_errs_every, int entries = 81) {
  std::mt19937 random(3);
  std::normal_distribution<double> normal;
  std::vector<WrittenCell> cells(81);
  for (int i = 0; i < 81; ++i) {
    const bool given = kSamplePuzzle[i] != '.';
    WrittenCell& cell = cells[static_cast<size_t>(i)];
    cell.filled = given || entries-- > 0 ? 1 : 0;
    const bool wrong = net_errs_every > 0 && i % net_errs_every == 0;
    cell.hand_log_odds = given != wrong ? -3 : 3;
    for (const auto trait : {InkTraits::strength, InkTraits::blue, InkTraits::stroke})
      cell.traits.set(trait, 0.1 * normal(random) + (given ? 0 : 0.1 * apart));
    for (const auto trait : {InkTraits::top, InkTraits::left, InkTraits::ground})
      cell.traits.set(trait, 0.1 * normal(random));
  }
  return cells;
}

int misjudged(const Writers& writers, const std::vector<WrittenCell>& cells) {
  int count = 0;
  for (size_t i = 0; i < 81; ++i)
    count += cells[i].filled > 0.5 && (writers.hand_log_odds[i] < 0) != (kSamplePuzzle[i] != '.')
                 ? 1
                 : 0;
  return count;
}

TEST(Writers, TheBoardsInkOverrulesTheNetwork) {
  const auto cells = written_board(5, 6);
  int by_network = 0;
  for (size_t i = 0; i < 81; ++i)
    by_network += (cells[i].hand_log_odds < 0) != (kSamplePuzzle[i] != '.') ? 1 : 0;
  ASSERT_GT(by_network, 10);
  const Writers writers = tell_writers(cells);
  EXPECT_EQ(writers.writing, Writing::mixed);
  EXPECT_EQ(misjudged(writers, cells), 0);
}

TEST(Writers, WithoutADifferenceInInkTheNetworkCounts) {
  const auto cells = written_board(0, 0);
  const Writers writers = tell_writers(cells);
  EXPECT_EQ(writers.writing, Writing::mixed);
  EXPECT_EQ(misjudged(writers, cells), 0);
}

TEST(Writers, AFewOddCellsDoNotSplitAPrintedBoard) {
  auto cells = written_board(0, 0, 0);
  for (const size_t odd : {0U, 4U}) cells[odd].hand_log_odds = 4;
  EXPECT_EQ(tell_writers(cells).writing, Writing::printed);
}

TEST(Writers, AFewEntriesAreToldWherePrintAloneFails) {
  auto cells = written_board(6, 0, 3);
  for (WrittenCell& cell : cells) cell.hand_log_odds = std::min(cell.hand_log_odds, -1.0);
  EXPECT_EQ(tell_writers(cells).writing, Writing::printed);
  const Writers writers = tell_writers(cells, /*not_printed=*/true);
  EXPECT_EQ(writers.writing, Writing::mixed);
  EXPECT_EQ(misjudged(writers, cells), 0);
  EXPECT_LT(writers.mixed_lead, 0);
}

// In the ink of the others, and clearly printed.
TEST(Writers, AMisprintIsNoEntry) {
  auto cells = written_board(0, 0, 1);
  for (WrittenCell& cell : cells) cell.hand_log_odds = -8;
  const Writers writers = tell_writers(cells, /*not_printed=*/true);
  for (size_t i = 0; i < 81; ++i)
    if (cells[i].filled > 0.5) {
      EXPECT_LT(writers.hand_log_odds[i], -5);
    }
}

TEST(Writers, WhatRepeatsItselfIsPrinted) {
  auto cells = written_board(0, 2, 0);  // the network calls half of the givens handwritten
  for (WrittenCell& cell : cells) cell.traits.set(InkTraits::repeated, 2.9);
  EXPECT_EQ(tell_writers(cells).writing, Writing::printed);
}

TEST(Writers, ABoardWithoutPrintIsByHand) {
  auto cells = written_board(0, 0, 0);
  for (WrittenCell& cell : cells) cell.hand_log_odds = 4;
  const Writers writers = tell_writers(cells);
  EXPECT_EQ(writers.writing, Writing::by_hand);
  EXPECT_GT(writers.by_hand_lead, 4);
}

// The traits of a sheet's symbols, all cells asked.
std::vector<InkTraits> traits_of(const CellSheet& sheet, const std::string& puzzle) {
  std::vector<int> cells;
  std::vector<int> symbols;
  for (int i = 0; i < 81; ++i) {
    cells.push_back(i);
    symbols.push_back(puzzle[static_cast<size_t>(i)] == '.' ? 0 : puzzle[static_cast<size_t>(i)]);
  }
  return measure_traits(sheet, normalise(sheet), cells, symbols);
}

TEST(InkTraits, MeasuresColourAndCopies) {
  CellSheet sheet = reading_scene::draw_sheet(kSamplePuzzle, 9);
  cv::cvtColor(sheet.grey, sheet.colour, cv::COLOR_GRAY2BGR);
  // The first row's symbols in blue: blue light is not absorbed.
  for (int y = 0; y < CellSheet::kCropPx; ++y)
    for (int x = 0; x < sheet.colour.cols; ++x) sheet.colour.at<cv::Vec3b>(y, x)[0] = 225;
  const auto traits = traits_of(sheet, kSamplePuzzle);
  ASSERT_TRUE(traits[0].measured());
  EXPECT_FALSE(traits[2].measured());  // a blank cell
  EXPECT_GT(traits[0].values[InkTraits::blue], 0.5);
  EXPECT_NEAR(traits[9].values[InkTraits::blue], 0, 0.01);
  // r1c1 and r9c9 hold symbols that stand elsewhere, too, drawn with the same pen.
  EXPECT_TRUE(traits[0].known[InkTraits::repeated]);
  EXPECT_GT(traits[0].values[InkTraits::repeated], 2.5);
}

TEST(InkTraits, TellsAThickStrokeFromAThinOne) {
  const CellSheet sheet = reading_scene::draw_sheet(kSamplePuzzle, 9);
  CellSheet bold = sheet;
  bold.grey = sheet.grey.clone();
  cv::erode(sheet.grey, bold.grey, cv::Mat::ones(3, 3, CV_8U));
  EXPECT_GT(traits_of(bold, kSamplePuzzle)[0].values[InkTraits::stroke],
            traits_of(sheet, kSamplePuzzle)[0].values[InkTraits::stroke] + 0.2);
}

// Traits of one cell, as if measured with a strength.
std::vector<InkTraits> one_cell(double strength) {
  std::vector<InkTraits> traits(1);
  traits[0].set(InkTraits::strength, strength);
  return traits;
}

double strength_in(const TraitEvidence& evidence) {
  return static_cast<double>(evidence.means()[0].values[InkTraits::strength]);
}

TEST(TraitEvidence, AFewLooksAreEnough) {
  TraitEvidence evidence(1);
  EXPECT_FALSE(evidence.enough());
  for (int look = 0; look < 5; ++look) {
    EXPECT_FALSE(evidence.enough());
    evidence.expect({0}, {3}, 1);
    evidence.add({0}, one_cell(2 + look), 1);
  }
  EXPECT_TRUE(evidence.enough());
  EXPECT_NEAR(strength_in(evidence), 4, 1e-6);
  evidence.expect({0}, {3}, 1.5);
  evidence.add({0}, one_cell(9), 1.5);
  EXPECT_NEAR(strength_in(evidence), 4, 1e-6);
}

TEST(TraitEvidence, AnotherSymbolOrAMuchBetterLookBeginsAfresh) {
  for (const bool other_symbol : {true, false}) {
    TraitEvidence evidence(1);
    for (int look = 0; look < 5; ++look) {
      evidence.expect({0}, {3}, 1);
      evidence.add({0}, one_cell(1), 1);
    }
    const double weight = other_symbol ? 1 : 2;
    evidence.expect({0}, {other_symbol ? 7 : 3}, weight);
    EXPECT_FALSE(evidence.enough());
    evidence.add({0}, one_cell(5), weight);
    EXPECT_NEAR(strength_in(evidence), 5, 1e-6);
  }
}

TEST(TraitEvidence, ACellThatWasNotSeenNeedsNothing) {
  TraitEvidence evidence(2);
  for (int look = 0; look < 5; ++look) {
    evidence.expect({0}, {3}, 1);
    evidence.add({0}, one_cell(1), 1);
  }
  EXPECT_TRUE(evidence.enough());
  EXPECT_FALSE(evidence.means()[1].measured());
}

std::optional<Grid> only_solution(const Grid& clues) {
  Solver solver(classic_rules(Shape{3, 3}));
  SolveResult solved = solver.solve(clues);
  if (solved.state != SolveState::unique) return std::nullopt;
  return solved.solutions.front();
}

// Givens black; every third empty cell filled with the solution, in blue.
struct Played {
  Grid all = puzzle();
  std::vector<bool> entries = std::vector<bool>(81, false);
  std::vector<InkTraits> traits = std::vector<InkTraits>(81);

  Played() {
    const Grid right = solution();
    for (int i = 0; i < 81; ++i) {
      const auto at = static_cast<size_t>(i);
      if (kSamplePuzzle[i] == '.' && i % 3 == 0) {
        all.set(i / 9, i % 9, right.values()[at]);
        entries[at] = true;
      }
      traits[at].set(InkTraits::blue, entries[at] ? 0.9 : 0.01 * (i % 4));
    }
  }
};

TEST(TypedEntries, AreFoundByTheirColour) {
  Played played;
  const auto entries = find_typed_entries(played.all, played.traits, only_solution);
  ASSERT_TRUE(entries.has_value());
  for (size_t i = 0; i < 81; ++i) EXPECT_NEAR((*entries)[i], played.entries[i] ? 1 : 0, 0.01) << i;
}

TEST(TypedEntries, AMistakeAmongThemChangesNothing) {
  Played played;
  const int cell = static_cast<int>(std::find(played.entries.begin(), played.entries.end(), true) -
                                    played.entries.begin());
  played.all.set(cell / 9, cell % 9, played.all.at(cell / 9, cell % 9) % 9 + 1);
  const auto entries = find_typed_entries(played.all, played.traits, only_solution);
  ASSERT_TRUE(entries.has_value());
  for (size_t i = 0; i < 81; ++i) EXPECT_NEAR((*entries)[i], played.entries[i] ? 1 : 0, 0.01) << i;
}

TEST(TypedEntries, OnAGroundOfItsOwnWithInkLikeNoOtherIsUndecided) {
  Played played;
  // One entry counts as a given: the givens are not symmetric any more.
  const size_t odd =
      80 - static_cast<size_t>(std::find(played.entries.rbegin(), played.entries.rend(), true) -
                               played.entries.rbegin());
  played.entries[odd] = false;
  played.traits[odd].set(InkTraits::blue, 0.01);
  for (InkTraits& traits : played.traits) traits.set(InkTraits::ground, 5);
  const auto chosen = static_cast<size_t>(
      std::find(played.entries.begin(), played.entries.end(), true) - played.entries.begin());
  played.traits[chosen].set(InkTraits::ground, 4.4);
  auto entries = find_typed_entries(played.all, played.traits, only_solution);
  ASSERT_TRUE(entries.has_value());
  EXPECT_GT((*entries)[chosen], 0.9) << "the entries' ink";
  played.traits[chosen].set(InkTraits::blue, -0.4);
  entries = find_typed_entries(played.all, played.traits, only_solution);
  ASSERT_TRUE(entries.has_value());
  EXPECT_DOUBLE_EQ((*entries)[chosen], 0.5);
}

TEST(TypedEntries, OnAGroundOfItsOwnGoWithTheColourOfTheirInk) {
  Played played;
  const auto first = [&](bool entry) {
    for (size_t i = 0; i < 81; ++i)
      if (played.all.values()[i] != 0 && played.entries[i] == entry) return i;
    return size_t{81};
  };
  for (size_t i = 0; i < 81; ++i) {
    played.traits[i].set(InkTraits::ground, 5);
    played.traits[i].set(InkTraits::own_light, 4.8);
    played.traits[i].set(InkTraits::own_blue, played.entries[i] ? 0.8 : 0.0);
  }
  // Against the chosen cell's blue ground black looks yellow, and blue like nothing.
  for (const bool entry : {true, false}) {
    Played chosen = played;
    const size_t cell = first(entry);
    chosen.traits[cell].set(InkTraits::ground, 4);
    chosen.traits[cell].set(InkTraits::blue, entry ? 0.0 : 0.9);
    const auto entries = find_typed_entries(chosen.all, chosen.traits, only_solution);
    ASSERT_TRUE(entries.has_value());
    EXPECT_NEAR((*entries)[cell], entry ? 1 : 0, 0.01);
  }
}

TEST(TypedEntries, AreFoundByTheGroundThatTheyShareWithBlankCells) {
  Played played;
  for (size_t i = 0; i < 81; ++i) {
    // All in white on a picture: light to dark from the left to the right, givens on gold.
    const bool given = played.all.values()[i] != 0 && !played.entries[i];
    InkTraits traits;
    traits.set(InkTraits::ground, 4.5 + 0.05 * static_cast<double>(i % 9) + (given ? 0.1 : 0));
    traits.set(InkTraits::ground_red, (given ? 0.25 : 0.0) + 0.02 * static_cast<double>(i % 5));
    traits.set(InkTraits::ground_blue, (given ? -0.3 : 0.0) + 0.03 * static_cast<double>(i % 9));
    played.traits[i] = traits;
  }
  const auto entries = find_typed_entries(played.all, played.traits, only_solution);
  ASSERT_TRUE(entries.has_value());
  for (size_t i = 0; i < 81; ++i) EXPECT_NEAR((*entries)[i], played.entries[i] ? 1 : 0, 0.01) << i;
}

TEST(TypedEntries, AMistakeAndAGivenMarkedRedAreToldApart) {
  Played played;
  // An entry that repeats a given of its row; the program writes both in red.
  size_t mistake = 81;
  size_t given = 81;
  for (size_t i = 0; i < 81 && mistake == 81; ++i)
    for (size_t j = i / 9 * 9; j < i / 9 * 9 + 9; ++j)
      if (played.entries[i] && played.all.values()[j] != 0 && !played.entries[j])
        mistake = i, given = j;
  ASSERT_LT(given, 81U);
  played.all.set(static_cast<int>(mistake / 9), static_cast<int>(mistake % 9),
                 played.all.values()[given]);
  for (size_t i = 0; i < 81; ++i) {
    played.traits[i].set(InkTraits::own_light, 4.5);
    played.traits[i].set(InkTraits::own_red, 0);
    played.traits[i].set(InkTraits::own_blue, played.entries[i] ? 0.8 : 0.0);
  }
  for (const size_t red : {mistake, given}) {
    played.traits[red].set(InkTraits::blue, 0);
    played.traits[red].set(InkTraits::red, 0.9);
    played.traits[red].set(InkTraits::own_red, 1.2);
    played.traits[red].set(InkTraits::own_blue, 0);
  }
  const auto entries = find_typed_entries(played.all, played.traits, only_solution);
  ASSERT_TRUE(entries.has_value());
  EXPECT_GT((*entries)[mistake], 0.9) << "it is not what the solution has there";
  EXPECT_LT((*entries)[given], 0.1) << "its like stands opposite";
  for (size_t i = 0; i < 81; ++i) {
    if (i == mistake || i == given) continue;
    EXPECT_NEAR((*entries)[i], played.entries[i] ? 1 : 0, 0.01) << i;
  }
}

TEST(TypedEntries, ALitRowMakesNone) {
  Grid all = puzzle();
  std::vector<InkTraits> traits(81);
  for (size_t i = 0; i < 81; ++i) {
    if (i / 9 == 4) all.set(4, static_cast<int>(i % 9), solution().values()[i]);  // no blank in it
    traits[i].set(InkTraits::ground, i / 9 == 4 ? 5.2 : 5.0);
  }
  EXPECT_FALSE(find_typed_entries(all, traits, only_solution).has_value());
  EXPECT_EQ(split_of_inks(all, traits), InkSplit::lit);
}

TEST(TypedEntries, UnevenLightMakesNone) {
  Played played;
  for (int i = 0; i < 81; ++i) {  // brighter towards one corner, all symbols in one colour
    auto& traits = played.traits[static_cast<size_t>(i)];
    traits.set(InkTraits::blue, 0.01 * (i % 4));
    traits.set(InkTraits::ground, 0.0006 * i * i / 9);
  }
  EXPECT_FALSE(find_typed_entries(played.all, played.traits, only_solution).has_value());
}

TEST(TypedEntries, ColouredGivensThatAreNeededAreNone) {
  const Grid all = puzzle();
  std::vector<InkTraits> traits(81);
  for (size_t i = 0; i < 81; ++i) traits[i].set(InkTraits::red, i % 2 == 0 ? 0.9 : 0.0);
  EXPECT_FALSE(find_typed_entries(all, traits, only_solution).has_value());
}

}  // namespace
}  // namespace gridlens
