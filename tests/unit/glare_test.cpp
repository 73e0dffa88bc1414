#include "core/reading/ink/glare.h"

#include <gtest/gtest.h>

#include <algorithm>
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
  const std::vector<bool> burnt = burnt_out_cells(sheet);
  EXPECT_TRUE(burnt[4 * 9 + 4]);
  EXPECT_FALSE(burnt[0]);
  EXPECT_LE(std::count(burnt.begin(), burnt.end(), true), 9);
}

TEST(GlareTest, AWhitePageHasNoGlare) {
  const std::vector<bool> burnt = burnt_out_cells(plain_sheet(255));
  EXPECT_EQ(std::count(burnt.begin(), burnt.end(), true), 0);
}

}  // namespace
}  // namespace gridlens
