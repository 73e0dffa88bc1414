#include "core/reading/ink/glare.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

namespace gridlens {
namespace {

CellSheet plain_sheet(int paper) {
  CellSheet sheet;
  sheet.n = 9;
  const int side = 9 * CellSheet::kCellPx + 2 * CellSheet::kMarginPx;
  sheet.grey = cv::Mat(side, side, CV_8UC1, cv::Scalar(paper));
  return sheet;
}

TEST(GlareTest, ABurntOutPatchHidesTheCellsUnderIt) {
  CellSheet sheet = plain_sheet(180);
  const int middle = CellSheet::kMarginPx + 4 * CellSheet::kCellPx + CellSheet::kCellPx / 2;
  cv::circle(sheet.grey, {middle, middle}, 20, 255, cv::FILLED);
  const std::vector<bool> burnt = burnt_out_cells(sheet, bleached_cells(sheet));
  EXPECT_TRUE(burnt[4 * 9 + 4]);
  EXPECT_FALSE(burnt[0]);
  EXPECT_LE(std::count(burnt.begin(), burnt.end(), true), 9);
}

TEST(GlareTest, AWhitePageHasNoGlare) {
  const CellSheet sheet = plain_sheet(255);
  const std::vector<bool> burnt = burnt_out_cells(sheet, bleached_cells(sheet));
  EXPECT_EQ(std::count(burnt.begin(), burnt.end(), true), 0);
}

// Lines all over, three pixels wide.
CellSheet lined_sheet(int paper, int line) {
  CellSheet sheet = plain_sheet(paper);
  for (int k = 0; k <= 9; ++k) {
    const int at = CellSheet::kMarginPx + k * CellSheet::kCellPx;
    cv::line(sheet.grey, {at, 0}, {at, sheet.grey.rows}, cv::Scalar(line), 3);
    cv::line(sheet.grey, {0, at}, {sheet.grey.cols, at}, cv::Scalar(line), 3);
  }
  return sheet;
}

// Light added up to where the sensor ends, which a white balance may then have made grey.
void add_light(CellSheet& sheet, cv::Point centre, double size_px, double light, double white) {
  for (int y = 0; y < sheet.grey.rows; ++y)
    for (int x = 0; x < sheet.grey.cols; ++x) {
      const double r2 =
          std::pow((x - centre.x) / size_px, 2) + std::pow((y - centre.y) / size_px, 2);
      auto& grey = sheet.grey.at<std::uint8_t>(y, x);
      grey = static_cast<std::uint8_t>(std::min(white, grey + light * std::exp(-r2 / 2)));
    }
}

TEST(GlareTest, WhereTheLinesVanishNothingIsSeenHoweverGreyTheWhiteIs) {
  for (const int white : {255, 225, 190}) {
    CellSheet sheet = lined_sheet(120, 70);
    const int middle = CellSheet::kMarginPx + 4 * CellSheet::kCellPx + CellSheet::kCellPx / 2;
    add_light(sheet, {middle, middle}, 24, 500, white);
    const Bleached bleached = bleached_cells(sheet);
    const std::vector<bool> burnt = burnt_out_cells(sheet, bleached);
    EXPECT_TRUE(bleached.cells[4 * 9 + 4]) << white;
    for (const int beside : {3 * 9 + 4, 5 * 9 + 4, 4 * 9 + 3, 4 * 9 + 5})
      EXPECT_TRUE(burnt[static_cast<size_t>(beside)]) << white;
    EXPECT_LT(bleached.clarity[4 * 9 + 4], 0.1) << white;
    EXPECT_GT(bleached.clarity[0], 0.9) << white;
    EXPECT_LE(std::count(burnt.begin(), burnt.end(), true), 25) << white;
    EXPECT_FALSE(burnt[0] || burnt[8] || burnt[80]) << white;
  }
}

TEST(GlareTest, LightThatLeavesTheLinesHidesNothing) {
  CellSheet sheet = lined_sheet(120, 60);
  add_light(sheet, {120, 120}, 60, 80, 255);
  const Bleached bleached = bleached_cells(sheet);
  EXPECT_EQ(std::count(bleached.cells.begin(), bleached.cells.end(), true), 0);
}

TEST(GlareTest, WhiteBoxesAndBoardsWithoutLinesAreNoGlare) {
  CellSheet sheet = lined_sheet(170, 60);
  cv::Mat box = sheet.grey(cv::Rect(82, 82, 76, 76));  // white, with lines as grey as the others
  box.setTo(235, box > 100);
  const Bleached shaded = bleached_cells(sheet);
  EXPECT_EQ(std::count(shaded.cells.begin(), shaded.cells.end(), true), 0);
  const Bleached plain = bleached_cells(plain_sheet(180));
  EXPECT_EQ(std::count(plain.cells.begin(), plain.cells.end(), true), 0);
  EXPECT_EQ(plain.clarity[40], 1.0);
}

TEST(GlareTest, BoxesThatAreWhiteToTheSensorHideNothing) {
  CellSheet sheet = lined_sheet(210, 60);
  cv::Mat box = sheet.grey(cv::Rect(82, 82, 76, 76));
  box.setTo(255, box > 100);
  const std::vector<bool> burnt = burnt_out_cells(sheet, bleached_cells(sheet));
  EXPECT_EQ(std::count(burnt.begin(), burnt.end(), true), 0);
}

TEST(GlareTest, ASpotAsSmallAsACellHidesIt) {
  for (const int paper : {150, 210}) {
    for (const double size_px : {8.0, 12.0, 16.0}) {
      CellSheet sheet = lined_sheet(paper, 60);
      const int middle = CellSheet::kMarginPx + 4 * CellSheet::kCellPx + CellSheet::kCellPx / 2;
      add_light(sheet, {middle, middle}, size_px, 400, 255);
      const std::vector<bool> burnt = burnt_out_cells(sheet, bleached_cells(sheet));
      EXPECT_TRUE(burnt[4 * 9 + 4]) << paper << ", " << size_px;
    }
  }
}

}  // namespace
}  // namespace gridlens
