#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include "core/vision/unoccluded_appearance.h"

namespace gridlens {
namespace {

constexpr int kN = 9;
constexpr int kSide = 72;

// A dark board with a symbol in every second cell; something bright lies over the first `rows`.
AppearanceTemplate board(int rows_covered) {
  AppearanceTemplate look{cv::Mat(kSide, kSide, CV_8UC1, cv::Scalar(60)), {}};
  for (int cell = 0; cell < kN * kN; cell += 2)
    cv::rectangle(look.grey, {cell % kN * 8 + 3, cell / kN * 8 + 3, 3, 3}, {140}, cv::FILLED);
  if (rows_covered > 0) look.grey.rowRange(0, rows_covered * kSide / kN).setTo(240);
  return look;
}

CellFlags rows_hidden(int rows) {
  CellFlags occluded(kN * kN);
  std::fill_n(occluded.begin(), rows * kN, 1);
  return occluded;
}

TEST(UnoccludedAppearanceTest, WhatCoversItIsNoPartOfIt) {
  UnoccludedAppearance seen;
  seen.remember(board(0), kN, {});
  seen.remember(board(3), kN, rows_hidden(3));
  EXPECT_GT(likeness(seen.look(), board(0)), 0.999);
}

// The lines of a window may pass for the board's: nothing is occluded then.
TEST(UnoccludedAppearanceTest, NorWhatCoversItWithoutBeingTold) {
  UnoccludedAppearance seen;
  seen.remember(board(0), kN, {});
  seen.remember(board(3), kN, {});
  EXPECT_GT(likeness(seen.look(), board(0)), 0.999);
}

TEST(UnoccludedAppearanceTest, WhatStaysThereBecomesPartOfIt) {
  UnoccludedAppearance seen;
  seen.remember(board(0), kN, {});
  for (int frame = 0; frame < 20; ++frame) seen.remember(board(3), kN, {});
  EXPECT_GT(likeness(seen.look(), board(3)), 0.999);
}

TEST(UnoccludedAppearanceTest, AnotherPageTakesItsPlaceAtOnce) {
  UnoccludedAppearance seen;
  seen.remember(board(0), kN, {});
  seen.remember(board(7), kN, {});
  EXPECT_GT(likeness(seen.look(), board(7)), 0.999);
}

TEST(UnoccludedAppearanceTest, CellsCoveredFromTheStartAreNotCompared) {
  UnoccludedAppearance seen;
  seen.remember(board(3), kN, rows_hidden(3));
  EXPECT_GT(likeness(seen.look(), board(0)), 0.999);
  seen.remember(board(0), kN, {});
  EXPECT_GT(cv::mean(seen.look().inside)[0], 254);
}

}  // namespace
}  // namespace gridlens
