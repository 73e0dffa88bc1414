#include <gtest/gtest.h>

#include "core/image/homography.h"
#include "core/image/quad.h"

namespace gridlens {
namespace {

const Quad kTilted{{cv::Point2d{100.25, 80.5}, {420, 95}, {450.75, 400}, {70, 380.5}}};

void expect_near(cv::Point2d a, cv::Point2d b, double tolerance) {
  EXPECT_NEAR(a.x, b.x, tolerance);
  EXPECT_NEAR(a.y, b.y, tolerance);
}

TEST(HomographyTest, MapsBoardCornersOntoTheQuad) {
  const Homography image_from_board = Homography::image_from_board(kTilted, 9);
  EXPECT_LT(max_corner_distance_px(image_from_board.outline(9), kTilted), 1e-9);
}

TEST(HomographyTest, InverseUndoes) {
  const Homography image_from_board = Homography::image_from_board(kTilted, 9);
  expect_near(image_from_board.inverse()(image_from_board({2.5, 7.25})), {2.5, 7.25}, 1e-9);
}

TEST(HomographyTest, RotatedBoardTurnsTheCorners) {
  const Homography image_from_board = Homography::image_from_board(kTilted, 6);
  for (int turns = 0; turns < 4; ++turns) {
    const Homography turned = image_from_board.rotated_board(turns, 6);
    EXPECT_LT(max_corner_distance_px(turned.outline(6), kTilted.rotated(turns)), 1e-9) << turns;
    expect_near(turned({3, 3}), image_from_board({3, 3}), 1e-9);
  }
}

TEST(HomographyTest, CellSizeOfAScaledBoard) {
  const Homography image_from_board =
      Homography::image_from_board({{cv::Point2d{0, 0}, {90, 0}, {90, 90}, {0, 90}}}, 9);
  EXPECT_NEAR(image_from_board.cell_size_px({4.5, 4.5}), 10, 1e-9);
}

TEST(QuadTest, OrientationConvexityAndContainment) {
  EXPECT_GT(kTilted.signed_area_px2(), 0);
  EXPECT_TRUE(kTilted.is_convex());
  EXPECT_TRUE(kTilted.contains(kTilted.centre()));
  EXPECT_FALSE(kTilted.contains({0, 0}));
  Quad bow = kTilted;
  std::swap(bow.corners[1], bow.corners[2]);
  EXPECT_FALSE(bow.is_convex());
}

}  // namespace
}  // namespace gridlens
