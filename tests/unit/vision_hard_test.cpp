// Boards that are filled in, partly occluded, badly lit or drawn without lines.
#include <gtest/gtest.h>

#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/vision/board_tracker.h"
#include "core/vision/finding/board_finder.h"
#include "core/vision/finding/noise.h"
#include "core/vision/rectify.h"
#include "tests/unit/vision_scene.h"

namespace gridlens {
namespace {

// The picture holds one board, of this size and at this place.
void expect_board(const cv::Mat& image, int n, const Homography& truth, double tolerance_px,
                  const std::string& what) {
  const auto boards = find_boards(image);
  ASSERT_EQ(boards.size(), 1u) << what;
  EXPECT_EQ(boards[0].n, n) << what;
  EXPECT_LT(corner_error_px(boards[0].corners(), truth.outline(n)), tolerance_px) << what;
}

// A finger with dark edges from outside the board's far side to its `tip`.
void draw_finger(cv::Mat& image, cv::Point2d from, cv::Point2d tip, int width_px) {
  cv::line(image, from, tip, cv::Scalar(70), width_px + 6, cv::LINE_AA);
  cv::line(image, from, tip, cv::Scalar(170), width_px, cv::LINE_AA);
}

TEST(HardBoardTest, ADigitInEveryCell) {
  for (const Shape shape : {Shape{2, 2}, Shape{2, 3}, Shape{3, 3}, Shape{3, 4}, Shape{4, 4}})
    for (const double thin : {0.02, 0.04}) {
      Scene scene;
      scene.noise_grey = 3;
      scene.blur_px = 1;
      Print print;
      print.shape = shape;
      print.digit_share = 1;
      print.thin_cells = thin;
      const int n = shape.n();
      const Homography truth = pose(scene, n, 480, 8, 25, 60);
      expect_board(render_board(print, truth, scene), n, truth, 1.5, shape.to_string());
    }
}

TEST(HardBoardTest, AFullBoardIsTracked) {
  Scene scene;
  scene.blur_px = 1;
  Print print;
  print.digit_share = 1;
  const Homography truth = pose(scene, 9, 420, 5, 20, 30);
  const auto boards = find_boards(render_board(print, truth, scene));
  ASSERT_EQ(boards.size(), 1u);
  BoardTracker tracker(boards[0]);
  for (int i = 0; i < 5; ++i) {
    const Homography there = pose(scene, 9, 420, 5, 20, 30, {3.0 * i, -2.0 * i});
    scene.seed = static_cast<unsigned>(i);
    const auto seen = tracker.track(render_board(print, there, scene), 33.0 * i);
    ASSERT_TRUE(seen.has_value()) << i;
    EXPECT_LT(corner_error_px(seen->image_from_board.outline(9), there.outline(9)), 1.0) << i;
  }
}

TEST(HardBoardTest, NoiseAndLittleLight) {
  Scene scene;
  scene.blur_px = 0.8;
  const Homography truth = pose(scene, 9, 400, 10, 20, 45);
  Print print;
  print.thin_cells = 0.025;
  print.line_grey = 120;
  scene.noise_grey = 15;
  expect_board(render_board(print, truth, scene), 9, truth, 1.5, "noise");

  scene.noise_grey = 0;
  cv::Mat dark = render_board(print, truth, scene) * 0.25;
  Scene sensor;
  sensor.noise_grey = 4;
  finish_scene(dark, sensor);
  expect_board(dark, 9, truth, 2.0, "dark");
}

TEST(HardBoardTest, LightIsMeasured) {
  Scene scene;
  const Homography truth = pose(scene, 9, 400, 10, 20, 45);
  const cv::Mat clean = render_board({}, truth, scene);
  scene.noise_grey = 12;
  const cv::Mat noisy = render_board({}, truth, scene);
  EXPECT_LT(light_of(clean).noise_share, 0.01);
  const double mean = cv::mean(noisy)[0];
  EXPECT_NEAR(light_of(noisy).noise_share * mean, 12, 2);
  EXPECT_EQ(calmed(clean).data, clean.data);
  EXPECT_LT(light_of(calmed(noisy)).noise_share, 0.5 * light_of(noisy).noise_share);
  EXPECT_GT(light_of(clean).bright_grey, 200);
  const cv::Mat dark = noisy * 0.3;
  const cv::Mat untouched = dark.clone();
  EXPECT_GT(light_of(calmed(dark)).bright_grey, 200);
  EXPECT_EQ(cv::norm(dark, untouched, cv::NORM_INF), 0) << "the reading gets the picture as it is";
}

TEST(HardBoardTest, FingersAcrossTheBorder) {
  for (const double turn : {0.0, 20.0})
    for (const double reach : {1.5, 4.0}) {
      Scene scene;
      scene.blur_px = 0.8;
      scene.noise_grey = 2;
      const Homography truth = pose(scene, 9, 430, turn, 15, 45);
      cv::Mat image = render_board({}, truth, scene);
      draw_finger(image, truth({5, 14}), truth({4.4, 9 - reach}), 50);
      draw_finger(image, truth({8, 14}), truth({6.5, 9.5 - reach}), 50);
      expect_board(image, 9, truth, 2.0, "reach " + std::to_string(reach));
    }
}

TEST(HardBoardTest, ACoveredCorner) {
  for (const double cells : {1.5, 2.5, 3.5}) {
    Scene scene;
    scene.blur_px = 0.8;
    const Homography truth = pose(scene, 9, 430, 15, 15, 45);
    cv::Mat image = render_board({}, truth, scene);
    const std::vector<cv::Point> corner{truth({9 - cells, 9.8}), truth({9.8, 9 - cells}),
                                        truth({11, 11})};
    cv::fillConvexPoly(image, corner, cv::Scalar(150), cv::LINE_AA);
    expect_board(image, 9, truth, 2.0, "cells " + std::to_string(cells));
  }
}

TEST(HardBoardTest, ABorderLineCovered) {
  for (const double cells : {0.2, 0.4}) {
    Scene scene;
    scene.blur_px = 0.8;
    const Homography truth = pose(scene, 9, 430, 0, 15, 45);
    cv::Mat image = render_board({}, truth, scene);
    const std::vector<cv::Point> card{truth({-3, 9 - cells}), truth({12, 9 - cells}),
                                      truth({12, 12}), truth({-3, 12})};
    cv::fillConvexPoly(image, card, cv::Scalar(90), cv::LINE_AA);
    expect_board(image, 9, truth, 3.0, "cells " + std::to_string(cells));
  }
}

TEST(HardBoardTest, SlightlyLargerThanThePicture) {
  Scene scene;
  scene.size = {640, 480};
  scene.blur_px = 0.8;
  // Two sides, or two corners, lie up to half a cell outside.
  for (const double turn : {0.0, 6.0}) {
    const Homography truth = pose(scene, 9, 490, turn, 0, 45);
    expect_board(render_board({}, truth, scene), 9, truth, 3.0, "turn " + std::to_string(turn));
  }
}

TEST(HardBoardTest, TilesWithoutLines) {
  struct Look {
    int background, tile, digit;
  };
  // Light page, dark page, and tiles darker than a light background.
  for (const Look& look : {Look{200, 245, 40}, Look{25, 50, 230}, Look{245, 215, 40}}) {
    Scene scene;
    scene.blur_px = 0.7;
    scene.desk_grey = look.background;
    Print print;
    print.paper_grey = look.background;
    print.tile_grey = look.tile;
    print.line_grey = look.digit;
    print.tile_gap_cells = 0.1;
    const Homography truth = pose(scene, 9, 470, 4, 12, 45);
    const cv::Mat image = render_board(print, truth, scene);
    const std::string what = "ground " + std::to_string(look.background);
    expect_board(image, 9, truth, 8.0, what);  // half a gap is a matter of taste
    const auto boards = find_boards(image);
    ASSERT_EQ(boards.size(), 1u);
    // Dark digits on light background, whatever the picture had.
    const RectifiedBoard rectified = rectify(image, boards[0]);
    EXPECT_LT(cv::mean(rectified.grey)[0], 255);
    double least = 0, most = 0;
    cv::minMaxLoc(rectified.grey(cv::Rect(6, 6, 9 * 26 - 6, 9 * 26 - 6)), &least, &most);
    const double usual = cv::mean(rectified.grey)[0];
    EXPECT_GT(usual - least, most - usual) << what;
  }
}

TEST(HardBoardTest, TilesOfTwoTonesAreFoundOnAScreen) {
  constexpr int kCell = 50, kLeft = 300, kTop = 100, kGap = 4;
  cv::Mat image(640, 1000, CV_8UC1, cv::Scalar(60));
  for (int row = 0; row < 9; ++row)
    for (int col = 0; col < 9; ++col)  // lighter than the gaps or darker
      image(cv::Rect(kLeft + col * kCell + kGap / 2, kTop + row * kCell + kGap / 2, kCell - kGap,
                     kCell - kGap)) = (row * 5 + col * 3) % 7 < 3 ? 46 : 90;
  for (int box = 0; box < 9; ++box)  // light lines around the boxes alone
    cv::rectangle(image,
                  cv::Rect(kLeft + box % 3 * 3 * kCell, kTop + box / 3 * 3 * kCell, 3 * kCell + 1,
                           3 * kCell + 1),
                  cv::Scalar(170), 2);
  const auto boards = find_boards(image);
  ASSERT_EQ(boards.size(), 1u);
  EXPECT_EQ(boards[0].n, 9);
  const Quad truth{{cv::Point2d{kLeft, kTop},
                    {kLeft + 450, kTop},
                    {kLeft + 450, kTop + 450},
                    {kLeft, kTop + 450}}};
  EXPECT_LT(corner_error_px(boards[0].corners(), truth), 4);
}

}  // namespace
}  // namespace gridlens
