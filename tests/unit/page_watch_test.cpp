#include "core/pipeline/page_watch.h"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

namespace gridlens {
namespace {

// A 9 x 9 sheet with lines and block-shaped "digits" in every cell whose number leaves `rest` on
// division by 3.
CellSheet sheet_with_ink(int rest, double paper = 220, double ink = 40) {
  CellSheet sheet;
  sheet.n = 9;
  const int side = 9 * CellSheet::kCellPx + 2 * CellSheet::kMarginPx;
  sheet.grey = cv::Mat(side, side, CV_8UC1, cv::Scalar(paper));
  for (int cell = 0; cell < 81; ++cell) {
    const cv::Rect square(cell % 9 * CellSheet::kCellPx + CellSheet::kMarginPx,
                          cell / 9 * CellSheet::kCellPx + CellSheet::kMarginPx, CellSheet::kCellPx,
                          CellSheet::kCellPx);
    cv::rectangle(sheet.grey, square, cv::Scalar(ink), 1);
    if ((cell * 7 + cell / 9) % 3 == rest)
      cv::rectangle(sheet.grey, {square.x + 9, square.y + 6, 8, 14}, cv::Scalar(ink), cv::FILLED);
  }
  return sheet;
}

TEST(PageWatchTest, NothingIsRememberedAtFirst) {
  EXPECT_FALSE(PageWatch{}.changed(sheet_with_ink(0)));
}

TEST(PageWatchTest, TheSamePageInOtherLightIsTheSame) {
  PageWatch watch;
  watch.remember(sheet_with_ink(0));
  CellSheet darker = sheet_with_ink(0, 120, 50);
  for (int y = 0; y < darker.grey.rows; ++y)  // a shadow edge
    if (y > 100) darker.grey.row(y) *= 0.6;
  cv::GaussianBlur(darker.grey, darker.grey, {}, 1.5);
  EXPECT_FALSE(watch.changed(darker));
}

TEST(PageWatchTest, AnotherPageIsNoticed) {
  PageWatch watch;
  watch.remember(sheet_with_ink(0));
  EXPECT_TRUE(watch.changed(sheet_with_ink(1)));
}

}  // namespace
}  // namespace gridlens
