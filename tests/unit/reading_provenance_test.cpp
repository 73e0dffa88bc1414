#include <gtest/gtest.h>

#include <cmath>
#include <opencv2/imgproc.hpp>
#include <random>

#include "core/reading/ink/ink_features.h"
#include "core/reading/provenance/provenance.h"
#include "core/reading/provenance/screen_groups.h"
#include "tests/unit/reading_scene.h"
#include "tests/unit/sample_puzzle.h"

namespace gridlens {
namespace {

// A board of givens where the puzzle has them and entries elsewhere. The inks lie `apart` standard
// deviations from each other in three features; the network errs on every `net_errs_every`-th cell.
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
    for (const auto feature : {InkFeatures::strength, InkFeatures::blue, InkFeatures::stroke})
      cell.features.set(feature, 0.1 * normal(random) + (given ? 0 : 0.1 * apart));
    for (const auto feature : {InkFeatures::top, InkFeatures::left, InkFeatures::background})
      cell.features.set(feature, 0.1 * normal(random));
  }
  return cells;
}

int misjudged(const BoardProvenance& provenance, const std::vector<WrittenCell>& cells) {
  int count = 0;
  for (size_t i = 0; i < 81; ++i)
    count += cells[i].filled > 0.5 && (provenance.hand_log_odds[i] < 0) != (kSamplePuzzle[i] != '.')
                 ? 1
                 : 0;
  return count;
}

TEST(BoardProvenance, TheBoardsInkOverrulesTheNetwork) {
  const auto cells = written_board(5, 6);
  int by_network = 0;
  for (size_t i = 0; i < 81; ++i)
    by_network += (cells[i].hand_log_odds < 0) != (kSamplePuzzle[i] != '.') ? 1 : 0;
  ASSERT_GT(by_network, 10);
  const BoardProvenance provenance = find_provenance(cells);
  EXPECT_EQ(provenance.writing, Writing::mixed);
  EXPECT_EQ(misjudged(provenance, cells), 0);
}

// A hand much like type: the network takes all of it for print, each entry a little less surely.
TEST(BoardProvenance, OneHandIsMistakenAsAWhole) {
  auto cells = written_board(4, 0);
  for (size_t i = 0; i < 81; ++i) {
    const bool given = kSamplePuzzle[i] != '.';
    cells[i].hand_log_odds = (given ? -14 : -8) + 1.5 * static_cast<double>(i % 5);
    cells[i].features.set(InkFeatures::repeated,
                          (given ? 3.0 : 1.0) + 0.4 * static_cast<double>(i % 4));
  }
  const BoardProvenance provenance = find_provenance(cells);
  EXPECT_EQ(provenance.writing, Writing::mixed);
  EXPECT_EQ(misjudged(provenance, cells), 0);
}

TEST(BoardProvenance, WithoutADifferenceInInkTheNetworkCounts) {
  const auto cells = written_board(0, 0);
  const BoardProvenance provenance = find_provenance(cells);
  EXPECT_EQ(provenance.writing, Writing::mixed);
  EXPECT_EQ(misjudged(provenance, cells), 0);
}

TEST(BoardProvenance, AFewOddCellsDoNotSplitAPrintedBoard) {
  auto cells = written_board(0, 0, 0);
  for (const size_t odd : {0U, 4U}) cells[odd].hand_log_odds = 4;
  EXPECT_EQ(find_provenance(cells).writing, Writing::printed);
}

TEST(BoardProvenance, AFewEntriesAreToldWherePrintAloneFails) {
  auto cells = written_board(6, 0, 3);
  for (WrittenCell& cell : cells) cell.hand_log_odds = std::min(cell.hand_log_odds, -1.0);
  EXPECT_EQ(find_provenance(cells).writing, Writing::printed);
  const BoardProvenance provenance = find_provenance(cells, /*not_printed=*/true);
  EXPECT_EQ(provenance.writing, Writing::mixed);
  EXPECT_EQ(misjudged(provenance, cells), 0);
  EXPECT_LT(provenance.mixed_lead, 0);
}

// In the ink of the others, and clearly printed.
TEST(BoardProvenance, AMisprintIsNoEntry) {
  auto cells = written_board(0, 0, 1);
  for (WrittenCell& cell : cells) cell.hand_log_odds = -8;
  const BoardProvenance provenance = find_provenance(cells, /*not_printed=*/true);
  for (size_t i = 0; i < 81; ++i)
    if (cells[i].filled > 0.5) {
      EXPECT_LT(provenance.hand_log_odds[i], -5);
    }
}

TEST(BoardProvenance, WhatRepeatsItselfIsPrinted) {
  auto cells = written_board(0, 2, 0);  // the network calls half of the givens handwritten
  for (WrittenCell& cell : cells) cell.features.set(InkFeatures::repeated, 2.9);
  EXPECT_EQ(find_provenance(cells).writing, Writing::printed);
}

TEST(BoardProvenance, ABoardWithoutPrintIsByHand) {
  auto cells = written_board(0, 0, 0);
  for (WrittenCell& cell : cells) cell.hand_log_odds = 4;
  const BoardProvenance provenance = find_provenance(cells);
  EXPECT_EQ(provenance.writing, Writing::by_hand);
  EXPECT_GT(provenance.by_hand_lead, 4);
}

// The features of a rectified board's symbols, all cells asked.
std::vector<InkFeatures> features_of(const RectifiedBoard& rectified, const std::string& puzzle) {
  std::vector<int> cells;
  std::vector<int> symbols;
  for (int i = 0; i < 81; ++i) {
    cells.push_back(i);
    symbols.push_back(puzzle[static_cast<size_t>(i)] == '.' ? 0 : puzzle[static_cast<size_t>(i)]);
  }
  return measure_features(rectified, normalise(rectified), cells, symbols);
}

// A board of 4 x 4 cells, some of them on darker tiles than the others.
int tiles_of(const std::vector<int>& darker) {
  const Grid all(Shape{2, 2}, {1, 3, 0, 4, 1, 2, 3, 1, 2, 4, 4, 3, 3, 0, 1, 2});
  CellMap<InkFeatures> features(16);
  for (InkFeatures& its : features) its.set(InkFeatures::background_light, std::log(250.0));
  for (const int cell : darker) features[cell].set(InkFeatures::background_light, std::log(215.0));
  return ScreenLook(all, features).tiles.count();
}

TEST(ScreenLook, ShadedBoxesAreNoTilesOfEntries) {
  EXPECT_EQ(tiles_of({}), 1);
  EXPECT_EQ(tiles_of({0, 1, 4, 5, 10, 11, 14, 15}), 1);
  EXPECT_EQ(tiles_of({0, 1, 4, 6, 10, 11, 14, 15}), 2);
}

TEST(InkFeatures, MeasuresColourAndCopies) {
  RectifiedBoard rectified = reading_scene::draw_rectified(kSamplePuzzle, 9);
  cv::cvtColor(rectified.grey, rectified.colour, cv::COLOR_GRAY2BGR);
  // The first row's symbols in blue: blue light is not absorbed.
  for (int y = 0; y < RectifiedBoard::kCropPx; ++y)
    for (int x = 0; x < rectified.colour.cols; ++x) rectified.colour.at<cv::Vec3b>(y, x)[0] = 225;
  const auto features = features_of(rectified, kSamplePuzzle);
  ASSERT_TRUE(features[0].measured());
  EXPECT_FALSE(features[2].measured());  // a blank cell
  EXPECT_GT(features[0].values[InkFeatures::blue], 0.5);
  EXPECT_NEAR(features[9].values[InkFeatures::blue], 0, 0.01);
  // r1c1 and r9c9 hold symbols that stand elsewhere, too, drawn with the same pen.
  EXPECT_TRUE(features[0].known[InkFeatures::repeated]);
  EXPECT_GT(features[0].values[InkFeatures::repeated], 2.5);
}

TEST(InkFeatures, TellsAThickStrokeFromAThinOne) {
  const RectifiedBoard rectified = reading_scene::draw_rectified(kSamplePuzzle, 9);
  RectifiedBoard bold = rectified;
  bold.grey = rectified.grey.clone();
  cv::erode(rectified.grey, bold.grey, cv::Mat::ones(3, 3, CV_8U));
  EXPECT_GT(features_of(bold, kSamplePuzzle)[0].values[InkFeatures::stroke],
            features_of(rectified, kSamplePuzzle)[0].values[InkFeatures::stroke] + 0.2);
}

// Features of one cell, as if measured with a strength.
std::vector<InkFeatures> one_cell(double strength) {
  std::vector<InkFeatures> features(1);
  features[0].set(InkFeatures::strength, strength);
  return features;
}

double strength_in(const InkFeatureEvidence& evidence) {
  return static_cast<double>(evidence.means()[0].values[InkFeatures::strength]);
}

TEST(InkFeatureEvidence, AFewLooksAreEnough) {
  InkFeatureEvidence evidence(1);
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

TEST(InkFeatureEvidence, AnotherSymbolOrAMuchBetterLookBeginsAfresh) {
  for (const bool other_symbol : {true, false}) {
    InkFeatureEvidence evidence(1);
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

TEST(InkFeatureEvidence, ACellThatWasNotSeenNeedsNothing) {
  InkFeatureEvidence evidence(2);
  for (int look = 0; look < 5; ++look) {
    evidence.expect({0}, {3}, 1);
    evidence.add({0}, one_cell(1), 1);
  }
  EXPECT_TRUE(evidence.enough());
  EXPECT_FALSE(evidence.means()[1].measured());
}

}  // namespace
}  // namespace gridlens
