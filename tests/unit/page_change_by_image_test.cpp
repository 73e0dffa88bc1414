#include "core/pipeline/page_change_by_image.h"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include "core/pipeline/hand_watch.h"

namespace gridlens {
namespace {

// A 9 x 9 rectified board with lines and block-shaped "digits" in every cell whose number leaves
// `rest` on division by 3.
RectifiedBoard board_with_ink(int rest, double paper = 220, double ink = 40) {
  RectifiedBoard rectified;
  rectified.n = 9;
  const int side = 9 * RectifiedBoard::kCellPx + 2 * RectifiedBoard::kMarginPx;
  rectified.grey = cv::Mat(side, side, CV_8UC1, cv::Scalar(paper));
  for (int cell = 0; cell < 81; ++cell) {
    const cv::Rect square(cell % 9 * RectifiedBoard::kCellPx + RectifiedBoard::kMarginPx,
                          cell / 9 * RectifiedBoard::kCellPx + RectifiedBoard::kMarginPx,
                          RectifiedBoard::kCellPx, RectifiedBoard::kCellPx);
    cv::rectangle(rectified.grey, square, cv::Scalar(ink), 1);
    if ((cell * 7 + cell / 9) % 3 == rest)
      cv::rectangle(rectified.grey, {square.x + 9, square.y + 6, 8, 14}, cv::Scalar(ink),
                    cv::FILLED);
  }
  return rectified;
}

TEST(PageWatchTest, NothingIsRememberedAtFirst) {
  EXPECT_FALSE(PageChangeByImage{}.changed(board_with_ink(0)));
}

TEST(PageWatchTest, TheSamePageInOtherLightIsTheSame) {
  PageChangeByImage watch;
  watch.remember(board_with_ink(0));
  RectifiedBoard darker = board_with_ink(0, 120, 50);
  for (int y = 0; y < darker.grey.rows; ++y)  // a shadow edge
    if (y > 100) darker.grey.row(y) *= 0.6;
  cv::GaussianBlur(darker.grey, darker.grey, {}, 1.5);
  EXPECT_FALSE(watch.changed(darker));
}

TEST(PageWatchTest, AnotherPageIsNoticed) {
  PageChangeByImage watch;
  watch.remember(board_with_ink(0));
  EXPECT_TRUE(watch.changed(board_with_ink(1)));
}

// A 4 x 4 board of 40 px cells at (20, 20); one cell is tinted.
struct Paper {
  cv::Mat bgr = cv::Mat(200, 200, CV_8UC3, cv::Scalar(205, 215, 220));
  Homography image_from_board{cv::Matx33d(40, 0, 20, 0, 40, 20, 0, 0, 1)};
  Paper() { bgr(cell(5)).setTo(cv::Scalar(120, 190, 230)); }
  static cv::Rect cell(int i) { return {20 + i % 4 * 40, 20 + i / 4 * 40, 40, 40}; }
};

TEST(HandWatch, SeesSkinButNoShadowAndNoTint) {
  Paper paper;
  HandWatch watch;
  const CellFlags none(16);
  EXPECT_EQ(watch.occluded(paper.bgr, paper.image_from_board, 4), none);

  cv::Mat shadow = paper.bgr.clone();
  shadow.colRange(0, 110) *= 0.5;
  EXPECT_EQ(watch.occluded(shadow, paper.image_from_board, 4), none);

  cv::Mat hand = paper.bgr.clone();
  hand(Paper::cell(10)).setTo(cv::Scalar(120, 150, 200));
  hand(cv::Rect(Paper::cell(14).tl(), cv::Size(24, 24))).setTo(cv::Scalar(120, 150, 200));
  CellFlags expected = none;
  expected[10] = expected[14] = 1;
  EXPECT_EQ(watch.occluded(hand, paper.image_from_board, 4), expected);
  EXPECT_EQ(watch.occluded(paper.bgr, paper.image_from_board, 4), none) << "the hand has gone";
}

TEST(HandWatch, LearnsTheColoursOnceAHandThatWasThereFirstHasGone) {
  const Paper paper;
  HandWatch watch;
  cv::Mat hand = paper.bgr.clone();
  hand(Paper::cell(10)).setTo(cv::Scalar(120, 150, 200));
  watch.occluded(hand, paper.image_from_board, 4);  // might be a tinted cell
  watch.occluded(paper.bgr, paper.image_from_board, 4);
  EXPECT_EQ(watch.occluded(hand, paper.image_from_board, 4)[10], 1);
}

TEST(HandWatch, SaysNothingInDimLight) {
  const Paper paper;
  HandWatch watch;
  watch.occluded(paper.bgr, paper.image_from_board, 4);
  cv::Mat dim = paper.bgr * 0.2;
  dim(Paper::cell(10)).setTo(cv::Scalar(24, 30, 40));
  EXPECT_EQ(watch.occluded(dim, paper.image_from_board, 4), CellFlags(16));
}

}  // namespace
}  // namespace gridlens
