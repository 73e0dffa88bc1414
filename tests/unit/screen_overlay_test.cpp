// What lies over another program's window, and what a dragged rectangle means.
#include "app/screen/screen_overlay.h"

#include <gtest/gtest.h>

#include <opencv2/core.hpp>

#include "app/panels/screen_picker_dialog.h"
#include "core/capture/screen_choices.h"

namespace gridlens {
namespace {

TEST(PaintedAlone, WhatDiffersIsOpaqueTheRestTransparent) {
  cv::Mat bgr(40, 60, CV_8UC3, cv::Scalar(200, 210, 220));
  cv::Mat painted = bgr.clone();
  painted(cv::Rect(10, 5, 8, 6)).setTo(cv::Scalar(255, 0, 0));
  painted(cv::Rect(30, 5, 8, 6)).setTo(cv::Scalar(200, 210, 180));    // one channel alone
  painted(cv::Rect(0, 30, 60, 10)).setTo(cv::Scalar(202, 208, 222));  // of reading back
  const cv::Mat alone = painted_alone(bgr, painted);
  ASSERT_EQ(alone.type(), CV_8UC4);
  ASSERT_EQ(alone.size(), bgr.size());
  EXPECT_EQ(alone.at<cv::Vec4b>(6, 11), cv::Vec4b(255, 0, 0, 255));
  EXPECT_EQ(alone.at<cv::Vec4b>(6, 31), cv::Vec4b(200, 210, 180, 255));
  EXPECT_EQ(alone.at<cv::Vec4b>(20, 20), cv::Vec4b(0, 0, 0, 0)) << "colours are premultiplied";
  EXPECT_EQ(alone.at<cv::Vec4b>(35, 20), cv::Vec4b(0, 0, 0, 0));
  cv::Mat alpha;
  cv::extractChannel(alone, alpha, 3);
  EXPECT_EQ(cv::countNonZero(alpha), 2 * 8 * 6);
}

TEST(DraggedArea, LiesOnTheScreenWhicheverWayItIsDragged) {
  const cv::Size screen(1600, 900);
  const cv::Rect area(100, 50, 300, 200);
  EXPECT_EQ(dragged_area({100, 50}, {400, 250}, screen), area);
  EXPECT_EQ(dragged_area({400, 250}, {100, 50}, screen), area);
  EXPECT_EQ(dragged_area({400, 50}, {100, 250}, screen), area);
  EXPECT_EQ(dragged_area({-50, -70}, {5000, 5000}, screen), cv::Rect({}, screen));
  EXPECT_TRUE(dragged_area({100, 50}, {400, 60}, screen).empty()) << "no puzzle fits in";
  EXPECT_TRUE(dragged_area({2000, 50}, {2400, 250}, screen).empty());
}

TEST(LastingScreenSpec, AWindowIsRememberedByItsTitle) {
  EXPECT_EQ(lasting_screen_spec("screen", ""), "screen");
  EXPECT_EQ(lasting_screen_spec("screen:1,2,3x4", ""), "screen:1,2,3x4");
  EXPECT_EQ(lasting_screen_spec("window:0x3c00007", "Sudoku"), "window:Sudoku");
  EXPECT_EQ(lasting_screen_spec("window:0x3c00007", ""), "");
}

}  // namespace
}  // namespace gridlens
