#include "core/vision/lattice/lattice_evidence.h"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include "core/vision/lattice/pyramid.h"
#include "tests/unit/vision_scene.h"

namespace gridlens {
namespace {

// Of n x n cells, each as large as `cell` cells of the 9x9 board, from `first` on.
LatticeEvidence weigh(const Print& print, int n, cv::Size2d cell = {1, 1},
                      cv::Point2d first = {0, 0}) {
  const Scene scene;
  const Homography board = pose(scene, 9, 360, 10, 20, 40);
  const Homography board_from_cells(
      cv::Matx33d(cell.width, 0, first.x, 0, cell.height, first.y, 0, 0, 1));
  return weigh_lattice(LinePicture(render_board(print, board, scene)),
                       LatticeWarp(board * board_from_cells, n), n);
}

TEST(LatticeEvidence, AWholeBoardIsSeenAndEnds) {
  const LatticeEvidence whole = weigh({}, 9);
  EXPECT_GT(whole.inner_score, 0.95);
  EXPECT_FALSE(whole.goes_on());
}

TEST(LatticeEvidence, CellsCutInHalfHaveEverySecondLineAlone) {
  EXPECT_LT(weigh({}, 9, {0.5, 1}).inner_score, 0.3);
  EXPECT_LT(weigh({}, 9, {1, 0.5}).inner_score, 0.3);
}

// Without a border the last row and column have no line beyond them: the crossing lines tell.
TEST(LatticeEvidence, TheCornerOfABoardGoesOn) {
  Print open;
  open.border_cells = 0;
  EXPECT_FALSE(weigh(open, 9).goes_on());
  for (const int n : {4, 6, 8}) {
    EXPECT_TRUE(weigh({}, n).goes_on()) << n;
    EXPECT_TRUE(weigh(open, n).goes_on()) << n;
  }
}

// Below a small board a heading and a line of text stand where its next row would be.
TEST(LatticeEvidence, LettersBelowABoardDoNotReachIt) {
  const Scene scene;
  Print print;
  print.shape = {2, 2};
  const Homography board = pose(scene, 4, 340, 0, 10, 40);
  const auto goes_on = [&](double letters_from) {
    cv::Mat picture = render_board(print, board, scene);
    const auto stroke = [&](cv::Point2d from, cv::Point2d to) {
      cv::line(picture, board(from), board(to), {30}, 3, cv::LINE_AA);
    };
    stroke({0, 5}, {4, 5});
    for (const double x : {1.0, 2.0, 3.0}) stroke({x, letters_from}, {x, 5});
    return weigh_lattice(LinePicture(picture), LatticeWarp(board, 4), 4).goes_on();
  };
  EXPECT_FALSE(goes_on(4.25));
  EXPECT_TRUE(goes_on(4));  // lines
}

// Its lines are all there, and those inside nearly: but none ends at it.
TEST(LatticeEvidence, NoLineEndsAtAFrameACellOff) {
  Print framed;
  framed.frame_gap_cells = 1;
  const LatticeEvidence frame = weigh(framed, 11, {1, 1}, {-1, -1});
  EXPECT_GT(frame.border_score, 0.9);
  EXPECT_GT(frame.inner_score, 0.6);
  EXPECT_LT(frame.ends_score, 0.2);
  EXPECT_GT(weigh(framed, 9).ends_score, 0.9);
}

}  // namespace
}  // namespace gridlens
