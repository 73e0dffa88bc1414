#include "core/reading/ink/glare.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace gridlens {
namespace {

RectifiedBoard plain_board(int paper) {
  RectifiedBoard rectified;
  rectified.n = 9;
  const int side = 9 * RectifiedBoard::kCellPx + 2 * RectifiedBoard::kMarginPx;
  rectified.grey = cv::Mat(side, side, CV_8UC1, cv::Scalar(paper));
  return rectified;
}

CellFlags saturated_in(const RectifiedBoard& rectified, const WashedOut& washed_out) {
  CellFlags saturated;
  for (const Visibility its : visibility_in_glare(rectified, washed_out))
    saturated.push_back(its == Visibility::saturated);
  return saturated;
}

TEST(GlareTest, ABurntOutPatchHidesTheCellsUnderIt) {
  RectifiedBoard rectified = plain_board(180);
  const int middle =
      RectifiedBoard::kMarginPx + 4 * RectifiedBoard::kCellPx + RectifiedBoard::kCellPx / 2;
  cv::circle(rectified.grey, {middle, middle}, 20, 255, cv::FILLED);
  const CellFlags saturated = saturated_in(rectified, washed_out_cells(rectified));
  EXPECT_TRUE(saturated[4 * 9 + 4]);
  EXPECT_FALSE(saturated[0]);
  EXPECT_LE(count_of(saturated), 9);
}

TEST(GlareTest, AWhitePageHasNoGlare) {
  const RectifiedBoard rectified = plain_board(255);
  const CellFlags saturated = saturated_in(rectified, washed_out_cells(rectified));
  EXPECT_EQ(count_of(saturated), 0);
}

// Lines all over, three pixels wide.
RectifiedBoard lined_board(int paper, int line) {
  RectifiedBoard rectified = plain_board(paper);
  for (int k = 0; k <= 9; ++k) {
    const int at = RectifiedBoard::kMarginPx + k * RectifiedBoard::kCellPx;
    cv::line(rectified.grey, {at, 0}, {at, rectified.grey.rows}, cv::Scalar(line), 3);
    cv::line(rectified.grey, {0, at}, {rectified.grey.cols, at}, cv::Scalar(line), 3);
  }
  return rectified;
}

// Light added up to where the sensor ends, which a white balance may then have made grey.
void add_light(RectifiedBoard& rectified, cv::Point centre, double size_px, double light,
               double white) {
  for (int y = 0; y < rectified.grey.rows; ++y)
    for (int x = 0; x < rectified.grey.cols; ++x) {
      const double r2 =
          std::pow((x - centre.x) / size_px, 2) + std::pow((y - centre.y) / size_px, 2);
      auto& grey = rectified.grey.at<std::uint8_t>(y, x);
      grey = static_cast<std::uint8_t>(std::min(white, grey + light * std::exp(-r2 / 2)));
    }
}

TEST(GlareTest, WhereTheLinesVanishNothingIsSeenHoweverGreyTheWhiteIs) {
  for (const int white : {255, 225, 190}) {
    RectifiedBoard rectified = lined_board(120, 70);
    const int middle =
        RectifiedBoard::kMarginPx + 4 * RectifiedBoard::kCellPx + RectifiedBoard::kCellPx / 2;
    add_light(rectified, {middle, middle}, 24, 500, white);
    const WashedOut washed_out = washed_out_cells(rectified);
    const CellFlags saturated = saturated_in(rectified, washed_out);
    EXPECT_TRUE(washed_out.cells[4 * 9 + 4]) << white;
    for (const int beside : {3 * 9 + 4, 5 * 9 + 4, 4 * 9 + 3, 4 * 9 + 5})
      EXPECT_TRUE(saturated[beside]) << white;
    EXPECT_LT(washed_out.clarity[4 * 9 + 4], 0.1) << white;
    EXPECT_GT(washed_out.clarity[0], 0.9) << white;
    EXPECT_LE(count_of(saturated), 25) << white;
    EXPECT_FALSE(saturated[0] || saturated[8] || saturated[80]) << white;
  }
}

TEST(GlareTest, LightThatLeavesTheLinesHidesNothing) {
  RectifiedBoard rectified = lined_board(120, 60);
  add_light(rectified, {120, 120}, 60, 80, 255);
  const WashedOut washed_out = washed_out_cells(rectified);
  EXPECT_EQ(count_of(washed_out.cells), 0);
}

TEST(GlareTest, WhiteBoxesAndBoardsWithoutLinesAreNoGlare) {
  RectifiedBoard rectified = lined_board(170, 60);
  cv::Mat box =
      rectified.grey(cv::Rect(82, 82, 76, 76));  // white, with lines as grey as the others
  box.setTo(235, box > 100);
  const WashedOut shaded = washed_out_cells(rectified);
  EXPECT_EQ(count_of(shaded.cells), 0);
  const WashedOut plain = washed_out_cells(plain_board(180));
  EXPECT_EQ(count_of(plain.cells), 0);
  EXPECT_EQ(plain.clarity[40], 1.0);
}

TEST(GlareTest, BoxesThatAreWhiteToTheSensorHideNothing) {
  RectifiedBoard rectified = lined_board(210, 60);
  cv::Mat box = rectified.grey(cv::Rect(82, 82, 76, 76));
  box.setTo(255, box > 100);
  const CellFlags saturated = saturated_in(rectified, washed_out_cells(rectified));
  EXPECT_EQ(count_of(saturated), 0);
}

TEST(GlareTest, ASpotAsSmallAsACellHidesIt) {
  for (const int paper : {150, 210}) {
    for (const double size_px : {8.0, 12.0, 16.0}) {
      RectifiedBoard rectified = lined_board(paper, 60);
      const int middle =
          RectifiedBoard::kMarginPx + 4 * RectifiedBoard::kCellPx + RectifiedBoard::kCellPx / 2;
      add_light(rectified, {middle, middle}, size_px, 400, 255);
      const CellFlags saturated = saturated_in(rectified, washed_out_cells(rectified));
      EXPECT_TRUE(saturated[4 * 9 + 4]) << paper << ", " << size_px;
    }
  }
}

}  // namespace
}  // namespace gridlens
