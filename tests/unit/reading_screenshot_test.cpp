// What helps on screenshots: copies, cells of another polarity.

#include <gtest/gtest.h>

#include <cmath>
#include <opencv2/imgproc.hpp>
#include <string>
#include <utility>

#include "core/reading/decoding/alike_glyphs.h"
#include "core/reading/ink/inverted_cells.h"

namespace gridlens {
namespace {

// A 4x4 board of eight clear symbols and one cell in doubt.
struct DoubtfulCell {
  CellChoices choices;
  CellMap<InkFeatures> features = CellMap<InkFeatures>(16);

  DoubtfulCell(double usual_copies, InkFeatures doubtful) {
    choices.n = 4;
    for (int cell = 0; cell < 16; ++cell) {
      const double blank = cell < 8 ? 1e-4 : cell == 8 ? 0.3 : 0.9999;
      choices.values.push_back(std::log(blank));
      for (int v = 1; v <= 4; ++v)
        choices.values.push_back(std::log((1 - blank) * (v == cell % 4 + 1 ? 0.97 : 0.01)));
      if (cell < 8) {
        features[cell].set(InkFeatures::top, 0.2);
        features[cell].set(InkFeatures::bottom, 0.7);
        features[cell].set(InkFeatures::repeated, usual_copies);
      }
    }
    features[8] = doubtful;
    discount_unlike_glyphs(choices, features);
  }

  [[nodiscard]] double blank() const { return std::exp(choices.value(8, 0)); }
};

InkFeatures standing(double top, double bottom) {
  InkFeatures features;
  features.set(InkFeatures::top, top);
  features.set(InkFeatures::bottom, bottom);
  return features;
}

TEST(DrawnCopies, WhatIsNoCopyOfItsSymbolLeansToBlank) {
  InkFeatures poor = standing(0.2, 0.7);
  poor.set(InkFeatures::repeated, 0.5);
  EXPECT_GT(DoubtfulCell(3.8, poor).blank(), 0.97);
  EXPECT_NEAR(DoubtfulCell(2.0, poor).blank(), 0.3, 1e-6);  // this board has no good copies
  InkFeatures good = standing(0.2, 0.7);
  good.set(InkFeatures::repeated, 3.2);
  EXPECT_NEAR(DoubtfulCell(3.8, good).blank(), 0.3, 1e-6);
}

TEST(DrawnCopies, OfASymbolWithoutAnotherItsLinesTell) {
  EXPECT_NEAR(DoubtfulCell(3.8, standing(0.22, 0.68)).blank(), 0.3, 1e-6);
  const DoubtfulCell off(3.8, standing(0.05, 0.85));
  EXPECT_GT(off.blank(), 0.97);
  double sum = 0;
  for (int v = 0; v <= 4; ++v) sum += std::exp(off.choices.value(8, v));
  EXPECT_NEAR(sum, 1, 1e-6);
}

// A chosen cell with a light digit on a dark tile is turned over; a dark digit on a darker tile,
// and a dark tile without a digit, are not.
TEST(InvertedCells, AreTurnedOver) {
  const int side = 4 * RectifiedBoard::kCellPx + 2 * RectifiedBoard::kMarginPx;
  RectifiedBoard rectified;
  rectified.n = 4;
  rectified.grey = cv::Mat(side, side, CV_8U, cv::Scalar(240));
  const auto fill = [&](int cell, int tile, int digit) {
    const cv::Rect at(cell % 4 * RectifiedBoard::kCellPx + RectifiedBoard::kMarginPx,
                      cell / 4 * RectifiedBoard::kCellPx + RectifiedBoard::kMarginPx,
                      RectifiedBoard::kCellPx, RectifiedBoard::kCellPx);
    rectified.grey(at) = tile;
    if (digit >= 0)
      cv::putText(rectified.grey, "2", at.tl() + cv::Point(8, 18), cv::FONT_HERSHEY_SIMPLEX, 0.45,
                  digit, 2, cv::LINE_AA);
  };
  fill(0, 240, 20);
  fill(5, 60, 255);
  fill(6, 180, 20);
  fill(7, 60, -1);
  const RectifiedBoard turned = with_one_polarity(rectified, false);
  const auto range_of = [](const RectifiedBoard& of, int cell) {
    const cv::Mat inside = of.crop(cell / 4, cell % 4)(cv::Rect(8, 6, 16, 18));
    double least = 0, most = 0;
    cv::minMaxLoc(inside, &least, &most);
    return std::pair(least, most);
  };
  EXPECT_LT(range_of(turned, 5).first, 80);
  EXPECT_EQ(range_of(turned, 5).second, 240);
  for (const int cell : {0, 6, 7})
    EXPECT_EQ(range_of(turned, cell), range_of(rectified, cell)) << cell;
}

// A board in a dark theme that was not inverted as a whole: its symbols are the usual ones, though
// its blank cells are many more.
TEST(InvertedCells, AreFewerThanTheOthersThatHoldASymbol) {
  const int side = 4 * RectifiedBoard::kCellPx + 2 * RectifiedBoard::kMarginPx;
  RectifiedBoard rectified;
  rectified.n = 4;
  rectified.grey = cv::Mat(side, side, CV_8U, cv::Scalar(60));
  for (const int cell : {0, 5, 10})
    cv::putText(rectified.grey, "2",
                {cell % 4 * RectifiedBoard::kCellPx + RectifiedBoard::kMarginPx + 8,
                 cell / 4 * RectifiedBoard::kCellPx + RectifiedBoard::kMarginPx + 18},
                cv::FONT_HERSHEY_SIMPLEX, 0.45, 255, 2, cv::LINE_AA);
  EXPECT_EQ(cv::norm(with_one_polarity(rectified, false).grey, rectified.grey, cv::NORM_INF), 0);
}

// Red on blue, both as bright: what is seen in colour alone is drawn as dark as the other symbols.
TEST(InvertedCells, PaleSymbolsAreSeenByTheirColour) {
  const int side = 4 * RectifiedBoard::kCellPx + 2 * RectifiedBoard::kMarginPx;
  const cv::Scalar blue(150, 104, 60), red(60, 70, 190), white(255, 255, 255);
  RectifiedBoard rectified;
  rectified.n = 4;
  rectified.colour = cv::Mat(side, side, CV_8UC3, blue);
  const auto write = [&](int cell, const cv::Scalar& ink) {
    cv::putText(rectified.colour, "2",
                {cell % 4 * RectifiedBoard::kCellPx + RectifiedBoard::kMarginPx + 8,
                 cell / 4 * RectifiedBoard::kCellPx + RectifiedBoard::kMarginPx + 18},
                cv::FONT_HERSHEY_SIMPLEX, 0.45, ink, 2, cv::LINE_AA);
  };
  for (const int cell : {0, 3, 9}) write(cell, white);
  write(5, red);
  cv::cvtColor(rectified.colour, rectified.grey, cv::COLOR_BGR2GRAY);
  cv::bitwise_not(rectified.grey, rectified.grey);
  const RectifiedBoard seen = with_one_polarity(rectified, true);
  const auto darkest = [](const RectifiedBoard& of, int cell) {
    double least = 0;
    cv::minMaxLoc(of.crop(cell / 4, cell % 4), &least);
    return least;
  };
  EXPECT_GT(darkest(rectified, 5), darkest(rectified, 0) + 100);
  EXPECT_LT(darkest(seen, 5), darkest(seen, 0) + 20);
  for (const int cell : {0, 3, 6, 9}) EXPECT_EQ(darkest(seen, cell), darkest(rectified, cell));
  EXPECT_EQ(darkest(with_one_polarity(rectified, false), 5), darkest(rectified, 5));  // filmed
}

// A program's ring around a wrong entry is no symbol's: it goes, whole, and the symbol stays.
TEST(InvertedCells, ARingAroundAPaleSymbolGoes) {
  const int side = 4 * RectifiedBoard::kCellPx + 2 * RectifiedBoard::kMarginPx;
  const cv::Scalar orange(70, 130, 220), blue(250, 140, 120), black(10, 10, 10);
  RectifiedBoard rectified;
  rectified.n = 4;
  rectified.colour = cv::Mat(side, side, CV_8UC3, cv::Scalar(250, 250, 250));
  const auto centre = [](int cell) {
    const auto along = [](int at) {
      return at * RectifiedBoard::kCellPx + RectifiedBoard::kMarginPx + RectifiedBoard::kCellPx / 2;
    };
    return cv::Point(along(cell % 4), along(cell / 4));
  };
  for (const int cell : {0, 3, 9})
    cv::putText(rectified.colour, "2", centre(cell) + cv::Point(-5, 5), cv::FONT_HERSHEY_SIMPLEX,
                0.45, black, 2, cv::LINE_AA);
  cv::putText(rectified.colour, "2", centre(5) + cv::Point(-4, 4), cv::FONT_HERSHEY_SIMPLEX, 0.35,
              blue, 1, cv::LINE_AA);
  cv::circle(rectified.colour, centre(5), 11, orange, 2, cv::LINE_AA);
  cv::cvtColor(rectified.colour, rectified.grey, cv::COLOR_BGR2GRAY);
  const RectifiedBoard seen = with_one_polarity(rectified, true);
  for (const cv::Point way : {cv::Point(11, 0), {-11, 0}, {0, 11}, {0, -11}})
    EXPECT_GT(seen.grey.at<std::uint8_t>(centre(5) + way), 240) << way;
  double least = 0;
  cv::minMaxLoc(seen.crop(1, 1), &least);
  EXPECT_LT(least, 100);
}

// Between tiles the light ground of the board shows: it is no part of a light symbol's strokes.
TEST(InvertedCells, TheGapBesideALitTileGoes) {
  constexpr int kGapPx = 4;
  const int side = 4 * RectifiedBoard::kCellPx + 2 * RectifiedBoard::kMarginPx;
  RectifiedBoard rectified;
  rectified.n = 4;
  rectified.grey = cv::Mat(side, side, CV_8U, cv::Scalar(250));
  for (int cell = 0; cell < 16; ++cell) {
    const bool lit = cell == 6;
    const cv::Point at(cell % 4 * RectifiedBoard::kCellPx + RectifiedBoard::kMarginPx,
                       cell / 4 * RectifiedBoard::kCellPx + RectifiedBoard::kMarginPx);
    const int tile = RectifiedBoard::kCellPx - 2 * kGapPx;
    rectified.grey(cv::Rect(at + cv::Point(kGapPx, kGapPx), cv::Size(tile, tile))) =
        lit ? 150 : 230;
    if (lit || cell % 3 == 0)
      cv::putText(rectified.grey, "2", at + cv::Point(10, 19), cv::FONT_HERSHEY_SIMPLEX, 0.4,
                  lit ? 245 : 20, 2, cv::LINE_AA);
  }
  const RectifiedBoard turned = with_one_polarity(rectified, false);
  const cv::Mat cell = turned.crop(1, 2);
  const int rim = RectifiedBoard::kMarginPx + kGapPx;
  double least = 0;
  cv::minMaxLoc(cell(cv::Rect(rim, rim, cell.cols - 2 * rim, cell.rows - 2 * rim)), &least);
  EXPECT_LT(least, 150);
  for (const cv::Rect& side_of : {cv::Rect(0, 0, cell.cols, rim), cv::Rect(0, 0, rim, cell.rows),
                                  cv::Rect(0, cell.rows - rim, cell.cols, rim)}) {
    cv::minMaxLoc(cell(side_of), &least);
    EXPECT_GT(least, 220) << side_of;
  }
}

// On a board that was dark, lit cells are darker than the others: a blank one and a symbol are
// drawn as on the others' tiles; what colour alone shows is left alone, and so is a shadow.
TEST(InvertedCells, LitOnesAreDrawnOnTheUsualTile) {
  const int side = 4 * RectifiedBoard::kCellPx + 2 * RectifiedBoard::kMarginPx;
  RectifiedBoard rectified;
  rectified.n = 4;
  rectified.colour = cv::Mat(side, side, CV_8UC3, cv::Scalar(230, 230, 230));
  const auto fill = [&](int cell, const cv::Scalar& tile, const cv::Scalar& digit) {
    const cv::Point at(cell % 4 * RectifiedBoard::kCellPx + RectifiedBoard::kMarginPx,
                       cell / 4 * RectifiedBoard::kCellPx + RectifiedBoard::kMarginPx);
    const int its = RectifiedBoard::kCellPx - 2;
    rectified.colour(cv::Rect(at + cv::Point(1, 1), cv::Size(its, its))) = tile;
    cv::putText(rectified.colour, "2", at + cv::Point(8, 18), cv::FONT_HERSHEY_SIMPLEX, 0.45, digit,
                2, cv::LINE_AA);
  };
  const auto grey = [](double level) { return cv::Scalar(level, level, level); };
  for (const int cell : {0, 3, 12}) fill(cell, grey(230), grey(30));
  fill(5, grey(100), grey(100));
  fill(2, grey(100), grey(20));
  fill(9, cv::Scalar(100, 100, 100), cv::Scalar(180, 80, 100));
  for (const int cell : {7, 10}) fill(cell, grey(190), grey(190));  // a shadow
  fill(15, grey(190), grey(20));
  fill(11, grey(150), grey(150));
  cv::cvtColor(rectified.colour, rectified.grey, cv::COLOR_BGR2GRAY);
  const RectifiedBoard drawn = with_one_polarity(rectified, false);
  const auto level = [](const RectifiedBoard& of, int cell, bool least) {
    double low = 0, high = 0;
    cv::minMaxLoc(of.crop(cell / 4, cell % 4)(cv::Rect(8, 6, 16, 18)), &low, &high);
    return least ? low : high;
  };
  EXPECT_GT(level(drawn, 5, true), 220);
  EXPECT_GT(level(drawn, 2, false), 220);
  EXPECT_LT(level(drawn, 2, true), 60);
  for (const int cell : {7, 9, 11})
    EXPECT_EQ(level(drawn, cell, true), level(rectified, cell, true)) << cell;
}

}  // namespace
}  // namespace gridlens
