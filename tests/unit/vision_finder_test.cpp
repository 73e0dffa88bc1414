#include <gtest/gtest.h>

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "core/image/statistics.h"
#include "core/vision/board_tracker.h"
#include "core/vision/finding/board_finder.h"
#include "core/vision/lattice/lattice_warp.h"
#include "core/vision/lattice/line_continuity.h"
#include "tests/unit/vision_scene.h"

namespace gridlens {
namespace {

struct Outcome {
  int found = 0;
  std::vector<double> errors;
};

// Exactly one board of the right size, box shape and place.
void expect_found(const cv::Mat& image, const Print& print, const Homography& truth,
                  double tolerance_px, const std::string& what) {
  const auto boards = find_boards(image);
  ASSERT_EQ(boards.size(), 1u) << what;
  const int n = print.shape.n();
  EXPECT_EQ(boards[0].n, n) << what;
  EXPECT_LT(corner_error_px(boards[0].corners(), truth.outline(n)), tolerance_px) << what;
  EXPECT_EQ(boards[0].light_on_dark, print.inverted) << what;
}

TEST(BoardFinderTest, AnyTurnAndTiltToSubPixel) {
  std::vector<double> errors;
  int seed = 0;
  for (const double tilt : {0.0, 20.0, 40.0, 60.0})
    for (const double turn : {0.0, 17.0, 45.0, 80.0, 133.0, 250.0}) {
      Scene scene;
      scene.noise_grey = 3;
      scene.blur_px = 0.7;
      scene.seed = static_cast<unsigned>(++seed);
      Print print;
      print.seed = scene.seed;
      const Homography truth = pose(scene, 9, 430, turn, tilt, 35.0 * seed);
      const auto boards = find_boards(render_board(print, truth, scene));
      ASSERT_EQ(boards.size(), 1u) << "tilt " << tilt << " turn " << turn;
      EXPECT_EQ(boards[0].n, 9);
      errors.push_back(corner_error_px(boards[0].corners(), truth.outline(9)));
      EXPECT_LT(errors.back(), 1.5) << "tilt " << tilt << " turn " << turn;
    }
  ASSERT_FALSE(errors.empty());
  EXPECT_LE(median(errors), 0.5);
}

TEST(BoardFinderTest, EverySizeAndItsBoxes) {
  for (const Shape shape :
       {Shape{2, 2}, Shape{2, 3}, Shape{3, 2}, Shape{2, 4}, Shape{3, 3}, Shape{2, 5}, Shape{3, 4},
        Shape{4, 3}, Shape{3, 5}, Shape{4, 4}, Shape{4, 5}, Shape{5, 5}}) {
    Scene scene;
    scene.noise_grey = 2;
    scene.blur_px = 0.6;
    Print print;
    print.shape = shape;
    const int n = shape.n();
    const Homography truth = pose(scene, n, 500, 12, 15, 40);
    const auto boards = find_boards(render_board(print, truth, scene));
    ASSERT_EQ(boards.size(), 1u) << shape.to_string();
    ASSERT_EQ(boards[0].n, n) << shape.to_string();
    EXPECT_LT(corner_error_px(boards[0].corners(), truth.outline(n)), 1.0) << shape.to_string();
    // The candidate may lie turned by 90 degrees: compare in the truth's orientation.
    const int turn = closest_turn(boards[0].corners(), truth.outline(n)).quarter_turns;
    const Shape expected = turn % 2 == 0 ? shape : Shape{shape.box_cols, shape.box_rows};
    ASSERT_FALSE(boards[0].shapes.empty());
    EXPECT_EQ(boards[0].shapes[0].shape, expected) << shape.to_string();
    EXPECT_GT(boards[0].shapes[0].weight, 0.6) << shape.to_string();
    ASSERT_TRUE(boards[0].shapes[0].box_evidence);
    EXPECT_GT(*boards[0].shapes[0].box_evidence, 5) << shape.to_string();
  }
}

TEST(BoardFinderTest, LinesAllAlikeMarkNoBoxes) {
  for (const Shape shape : {Shape{2, 2}, Shape{2, 3}, Shape{3, 3}, Shape{4, 4}})
    for (unsigned seed = 1; seed <= 4; ++seed) {
      Scene scene;
      scene.noise_grey = 3;
      scene.blur_px = 0.8;
      scene.seed = seed;
      Print print;
      print.shape = shape;
      print.box_lines = false;
      print.seed = seed;
      const auto boards =
          find_boards(render_board(print, pose(scene, shape.n(), 440, 12.0 * seed, 20, 40), scene));
      ASSERT_EQ(boards.size(), 1u) << shape.to_string();
      for (const ShapeEvidence& evidence : boards[0].shapes) {
        ASSERT_TRUE(evidence.box_evidence);
        EXPECT_LT(*evidence.box_evidence, 2) << evidence.shape.to_string() << " seed " << seed;
      }
    }
}

TEST(BoardFinderTest, Varieties) {
  Scene scene;
  scene.noise_grey = 2;
  scene.blur_px = 0.6;
  const Homography truth = pose(scene, 9, 420, 8, 25, 70);
  Print inverted;
  inverted.inverted = true;
  expect_found(render_board(inverted, truth, scene), inverted, truth, 1.0, "inverted");
  Print shaded;
  shaded.shaded_grey = 170;
  expect_found(render_board(shaded, truth, scene), shaded, truth, 1.0, "shaded boxes");
  Print ends;
  ends.border_cells = 0;
  expect_found(render_board(ends, truth, scene), ends, truth, 1.5, "line ends only");
  Print framed;
  framed.frame_gap_cells = 0.25;
  expect_found(render_board(framed, truth, scene), framed, truth, 1.0, "double frame");
  Print hairlines;
  hairlines.box_lines = false;
  hairlines.border_cells = 0.03;
  expect_found(render_board(hairlines, truth, scene), hairlines, truth, 1.0, "hairlines");
}

// The corners are those of the lattice, wherever the second line around it runs.
TEST(BoardFinderTest, DoubledFramesInAnyDistance) {
  for (const double gap : {0.17, 0.2, 0.3, 0.4}) {
    Scene scene;
    scene.noise_grey = 2;
    scene.blur_px = 0.6;
    Print print;
    print.frame_gap_cells = gap;
    const Homography truth = pose(scene, 9, 450, 12, 25, 70);
    const auto boards = find_boards(render_board(print, truth, scene));
    ASSERT_EQ(boards.size(), 1U) << gap;
    EXPECT_LT(corner_error_px(boards[0].corners(), truth.outline(9)), 0.7) << gap;
    BoardTracker tracker(boards[0]);
    for (int i = 0; i < 4; ++i) {
      const Homography there = pose(scene, 9, 450, 12, 25, 70, {4.0 * i, -3.0 * i});
      const auto seen = tracker.track(render_board(print, there, scene), 33.0 * i);
      ASSERT_TRUE(seen) << gap;
      EXPECT_LT(corner_error_px(seen->image_from_board.outline(9), there.outline(9)), 0.7) << gap;
    }
  }
}

TEST(BoardFinderTest, KnownBoardsAreLeftOut) {
  Scene scene;
  cv::Mat image(scene.size, CV_8UC1, cv::Scalar(150));
  const Homography left = pose(scene, 9, 300, 5, 10, 30, {-330, 0});
  const Homography right = pose(scene, 9, 300, 0, 0, 0, {300, 10});
  Print print;
  render_board_into(image, print, left, 1);
  print.seed = 7;
  render_board_into(image, print, right, 1);
  EXPECT_EQ(find_boards(image).size(), 2U);
  SearchTask task;
  task.known = {left.outline(9)};
  const auto boards = find_boards(image, task);
  ASSERT_EQ(boards.size(), 1U);
  EXPECT_LT(corner_error_px(boards[0].corners(), right.outline(9)), 1);
}

TEST(BoardFinderTest, TellsWhatAHandCovers) {
  Scene scene;
  scene.noise_grey = 2;
  scene.blur_px = 0.6;
  const Homography truth = pose(scene, 9, 450, 0, 15, 70);
  cv::Mat image = render_board({}, truth, scene);
  EXPECT_TRUE(find_boards(image)[0].occluded.empty());
  // Over the upper right corner: the corner cell and parts of its neighbours.
  const cv::Point2d inside = truth({8.3, 0.7});
  cv::line(image, inside, truth({11, -2}), cv::Scalar(120), 90, cv::LINE_AA);
  const auto boards = find_boards(image);
  ASSERT_EQ(boards.size(), 1U);
  ASSERT_EQ(boards[0].occluded.size(), 81);
  // Where the corner lies in the candidate's own orientation.
  const cv::Point2d corner = boards[0].image_from_board.inverse()(truth({8.5, 0.5}));
  const int covered = static_cast<int>(corner.y) * 9 + static_cast<int>(corner.x);
  EXPECT_TRUE(boards[0].occluded[covered]);
  EXPECT_FALSE(boards[0].occluded[40]);
  EXPECT_LE(count_of(boards[0].occluded), 12);
}

TEST(BoardFinderTest, SmallBoards) {
  for (const double side : {62.0, 90.0, 130.0}) {
    Scene scene;
    scene.size = {640, 480};
    scene.noise_grey = 2;
    scene.blur_px = 0.5;
    Print print;
    const Homography truth = pose(scene, 9, side, 10, 0, 0, {40, -30});
    expect_found(render_board(print, truth, scene), print, truth, 1.0,
                 "side " + std::to_string(side));
  }
}

TEST(BoardFinderTest, SeveralBoardsAtOnce) {
  Scene scene;
  cv::Mat image(scene.size, CV_8UC1, cv::Scalar(150));
  std::vector<Homography> truths;
  int i = 0;
  for (const double x : {-400.0, 0.0, 400.0})
    for (const double y : {-170.0, 170.0}) {
      Print print;
      print.seed = static_cast<unsigned>(++i);
      truths.push_back(pose(scene, 9, 220, 15.0 * i, 10, 50.0 * i, {x, y}));
      render_board_into(image, print, truths.back(), 0.8);
    }
  scene.noise_grey = 2;
  scene.blur_px = 0.5;
  finish_scene(image, scene);
  const auto boards = find_boards(image);
  EXPECT_EQ(boards.size(), 6u);
  for (const Homography& truth : truths)
    EXPECT_TRUE(std::any_of(boards.begin(), boards.end(), [&](const BoardCandidate& b) {
      return b.n == 9 && corner_error_px(b.corners(), truth.outline(9)) < 1.0;
    }));
}

// Lattices that are no Sudoku boards.
cv::Mat lined(int columns, int rows, double cell_w, double cell_h, bool black_cells) {
  cv::Mat image(720, 1280, CV_8UC1, cv::Scalar(225));
  const int x0 = 200;
  const int y0 = 60;
  cv::RNG random(7);
  for (int r = 0; r < rows; ++r)
    for (int c = 0; c < columns; ++c)
      if (black_cells && random.uniform(0, 100) < 22)
        cv::rectangle(image,
                      cv::Rect(cvRound(x0 + c * cell_w), cvRound(y0 + r * cell_h), cvRound(cell_w),
                               cvRound(cell_h)),
                      cv::Scalar(25), cv::FILLED);
  for (int c = 0; c <= columns; ++c)
    cv::line(image, {cvRound(x0 + c * cell_w), y0},
             {cvRound(x0 + c * cell_w), cvRound(y0 + rows * cell_h)}, cv::Scalar(30), 2);
  for (int r = 0; r <= rows; ++r)
    cv::line(image, {x0, cvRound(y0 + r * cell_h)},
             {cvRound(x0 + columns * cell_w), cvRound(y0 + r * cell_h)}, cv::Scalar(30), 2);
  cv::GaussianBlur(image, image, {0, 0}, 0.7);
  return image;
}

TEST(BoardFinderTest, NothingOnOtherLattices) {
  EXPECT_TRUE(find_boards(lined(7, 6, 90, 80, false)).empty()) << "calendar";
  EXPECT_TRUE(find_boards(lined(7, 7, 80, 80, false)).empty()) << "seven by seven";
  EXPECT_TRUE(find_boards(lined(4, 12, 150, 40, false)).empty()) << "table";
  EXPECT_TRUE(find_boards(lined(12, 9, 50, 50, false)).empty()) << "twelve by nine";
  EXPECT_TRUE(find_boards(lined(9, 9, 55, 55, true)).empty()) << "crossword 9";
  EXPECT_TRUE(find_boards(lined(15, 15, 38, 38, true)).empty()) << "crossword 15";
  EXPECT_TRUE(find_boards(lined(1, 1, 500, 500, false)).empty()) << "frame";
  EXPECT_TRUE(find_boards(lined(3, 3, 180, 180, false)).empty()) << "noughts and crosses";
}

// Digits in the middles of cells twice as wide as high stand where a square lattice's lines would,
// and hide the ends of the segments between them.
TEST(BoardFinderTest, TextOnPresumedLinesHidesTheEndsBesideIt) {
  constexpr int kN = 10;
  constexpr double kCell = 24;
  const auto ends = [&](bool table, int first) {
    cv::Mat image(300, 300, CV_8UC1, cv::Scalar(225));
    const auto at = [&](double x, double y) {
      return cv::Point(cvRound(30 + x * kCell), cvRound(30 + y * kCell));
    };
    for (int i = 0; i <= kN; ++i) {
      if (!table || i % 2 == 0) cv::line(image, at(i, 0), at(i, kN), cv::Scalar(60), 1);
      cv::line(image, at(0, i), at(kN, i), cv::Scalar(60), 1);
    }
    for (int r = 0; r < kN; ++r)
      for (int c = 0; c < kN; ++c)
        if (!table || c % 2 == 1) {
          const cv::Point middle = at(table ? c : c + 0.5, r + 0.5);
          cv::rectangle(image, middle - cv::Point(5, 7), middle + cv::Point(5, 7), cv::Scalar(30),
                        3);
        }
    const Homography image_from_board =
        Homography::image_from_board({{{{30, 30}, {270, 30}, {270, 270}, {30, 270}}}}, kN);
    return ends_seen_beside(LinePicture(image), LatticeWarp(image_from_board, kN), kN, first, 2,
                            0.2);
  };
  EXPECT_GT(ends(true, 2).row_lines, 0.9);
  EXPECT_LT(ends(true, 1).row_lines, 0.5);
  for (const int first : {1, 2}) {
    EXPECT_GT(ends(false, first).row_lines, 0.9);
    EXPECT_GT(ends(false, first).column_lines, 0.9);
  }
}

TEST(BoardFinderTest, NothingOnACheckerboard) {
  cv::Mat image(720, 1280, CV_8UC1, cv::Scalar(225));
  for (int r = 0; r < 8; ++r)
    for (int c = 0; c < 8; ++c)
      if ((r + c) % 2 == 1)
        cv::rectangle(image, cv::Rect(300 + c * 70, 80 + r * 70, 70, 70), cv::Scalar(40),
                      cv::FILLED);
  cv::rectangle(image, cv::Rect(300, 80, 560, 560), cv::Scalar(40), 3);
  cv::GaussianBlur(image, image, {0, 0}, 0.8);
  EXPECT_TRUE(find_boards(image).empty());
}

TEST(BoardFinderTest, NothingInNoiseAndText) {
  cv::Mat noise(480, 640, CV_8UC1);
  cv::RNG random(3);
  random.fill(noise, cv::RNG::UNIFORM, 0, 255);
  EXPECT_TRUE(find_boards(noise).empty());
  cv::Mat text(720, 1280, CV_8UC1, cv::Scalar(230));
  for (int column = 0; column < 4; ++column)
    for (int line = 0; line < 40; ++line)
      cv::putText(text, "in the year 1984 there were many", {20 + column * 320, 20 + line * 18},
                  cv::FONT_HERSHEY_SIMPLEX, 0.5, cv::Scalar(30), 1, cv::LINE_AA);
  EXPECT_TRUE(find_boards(text).empty());
}

TEST(BoardFinderTest, ColourAndGreyAgree) {
  Scene scene;
  const Homography truth = pose(scene, 9, 400, 5, 10, 0);
  const cv::Mat grey = render_board({}, truth, scene);
  cv::Mat colour;
  cv::cvtColor(grey, colour, cv::COLOR_GRAY2BGR);
  const auto a = find_boards(grey);
  const auto b = find_boards(colour);
  ASSERT_EQ(a.size(), 1u);
  ASSERT_EQ(b.size(), 1u);
  EXPECT_LT(max_corner_distance_px(a[0].corners(), b[0].corners()), 1e-9);
}

}  // namespace
}  // namespace gridlens
