#include <gtest/gtest.h>

#include <array>
#include <vector>

#include "core/image/board_bend.h"
#include "core/image/homography.h"
#include "core/image/quad.h"
#include "core/image/statistics.h"

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

// A bend with terms of every degree, different in both directions.
BoardBend some_bend(int n) {
  BoardBend bend(n);
  BoardBend::Terms x{};
  BoardBend::Terms y{};
  for (std::size_t i = 0; i < BoardBend::kTerms; ++i) {
    x[i] = 0.02 * (static_cast<double>(i % 5) - 1.7);
    y[i] = 0.03 * (static_cast<double>(i % 4) - 1.2);
  }
  bend.add(x, y, 1);
  return bend;
}

TEST(BoardBendTest, RotatedBoardBendsTheSamePlaces) {
  const Homography image_from_board = Homography::image_from_board(kTilted, 6);
  const BoardBend bend = some_bend(6);
  EXPECT_GT(bend.largest(), 0.05);
  for (int turns = 0; turns < 4; ++turns) {
    const Homography image_from_turned = image_from_board.rotated_board(turns, 6);
    const BoardBend turned = bend.rotated_board(turns);
    const Homography board_from_turned = image_from_board.inverse() * image_from_turned;
    for (const cv::Point2d p : {cv::Point2d{0, 0}, {6, 0}, {1.5, 4}, {3, 3}, {5.5, 2}}) {
      const cv::Point2d old = board_from_turned(p);
      expect_near(image_from_turned(p + turned(p)), image_from_board(old + bend(old)), 1e-6);
    }
  }
}

TEST(BoardBendTest, AlongARowIsTheSameBend) {
  const BoardBend bend = some_bend(6);
  for (const double y : {-0.2, 0.0, 2.7, 6.0}) {
    const BoardBend::Row row = bend.row(y);
    for (const double x : {-0.1, 1.0, 3.3, 6.2}) expect_near(row(x), bend({x, y}), 1e-12);
  }
  EXPECT_EQ(BoardBend(6).row(2)(3), cv::Point2d(0, 0));
}

TEST(BoardBendTest, GoesOnStraightBeyondTheBorder) {
  const BoardBend bend = some_bend(6);
  for (const double y : {0.0, 2.7, 6.0}) {
    for (const double side : {-1.0, 1.0}) {
      const auto beyond = [&](double cells) { return bend({3 + side * (3 + cells), y}); };
      const cv::Point2d step = beyond(1) - beyond(0.5);
      expect_near(beyond(1.5), beyond(1) + step, 1e-9);
      // As it ran at the border.
      expect_near(step, (beyond(0.25) - beyond(0.2)) * 10, 0.02);
    }
  }
}

TEST(BoardBendTest, CarriedToAnotherHomographyPutsPointsInTheSamePlace) {
  const Homography from = Homography::image_from_board(kTilted, 6);
  const BoardBend bend = some_bend(6);
  Quad corners;
  const std::array<cv::Point2d, 4> ends{{{0, 0}, {6, 0}, {6, 6}, {0, 6}}};
  for (std::size_t i = 0; i < 4; ++i) corners.corners[i] = from(ends[i] + bend(ends[i]));
  const Homography to = Homography::image_from_board(corners, 6);
  const BoardBend carried = bend.carried(from, to);
  for (const cv::Point2d& end : ends) expect_near(carried(end), {0, 0}, 0.01);
  const double cell_px = to.cell_size_px({3, 3});
  for (const cv::Point2d p : {cv::Point2d{1, 1}, {3, 3}, {5.5, 2}, {0, 3}})
    expect_near(to(p + carried(p)), from(p + bend(p)), 0.02 * cell_px);
}

TEST(BoardBendTest, FlatStaysFlat) {
  const Homography map = Homography::image_from_board(kTilted, 9);
  EXPECT_TRUE(BoardBend(9).carried(map, map).flat());
  EXPECT_TRUE(BoardBend(9).rotated_board(1).flat());
  EXPECT_EQ(BoardBend(9)({3, 4}), cv::Point2d(0, 0));
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

TEST(StatisticsTest, OrderStatistics) {
  EXPECT_EQ(median(std::vector<double>{3, 1, 2}), 2);
  EXPECT_EQ(median(std::vector<int>{4, 1, 3, 2}), 3);  // the upper of the two in the middle
  EXPECT_EQ(median(std::vector<float>{}), 0);
  EXPECT_DOUBLE_EQ(robust_spread({9, 10, 11, 12, 500}, 10), 1.48);
  EXPECT_EQ(robust_spread({}), 0);
  const std::vector<double> hundred = [] {
    std::vector<double> values;
    for (int i = 100; i >= 0; --i) values.push_back(i);
    return values;
  }();
  EXPECT_EQ(quantile(hundred, 0), 0);
  EXPECT_EQ(quantile(hundred, 0.755), 75);
  EXPECT_EQ(quantile(hundred, 1), 100);
  EXPECT_EQ(quantile(std::vector<double>{}, 0.5), 0);
  std::array<int, 4> few{9, 7, 8, 6};
  EXPECT_EQ(nth_smallest(few, 1), 7);
}

TEST(StatisticsTest, LevelsOfCountedPixels) {
  LevelCounts counts{};
  counts[3] = 2;
  counts[7] = 1;
  counts[255] = 1;
  EXPECT_EQ(level_reached_by(0, counts), 0);
  EXPECT_EQ(level_reached_by(2, counts), 3);
  EXPECT_EQ(level_reached_by(2.1, counts), 7);
  EXPECT_EQ(level_reached_by(4, counts), 255);
  EXPECT_EQ(level_reached_by(5, counts), 255) << "more than there are";
}

TEST(StatisticsTest, OtsuSplitsValuesWhereTheyPartMost) {
  EXPECT_EQ(otsu_split({1, 2, 2, 9, 10}), 3u);
  EXPECT_EQ(otsu_split({1, 9, 9, 9, 10}, 2), 2u) << "two values a part at least";
  EXPECT_EQ(otsu_split({4, 4, 4}), 0u);
  EXPECT_EQ(otsu_split({}), 0u);
}

}  // namespace
}  // namespace gridlens
