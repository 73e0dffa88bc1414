#include <gtest/gtest.h>

#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/puzzle/rules.h"
#include "tests/simulator/scenarios.h"

namespace gridlens::generator {
namespace {

// Weighted centre of what is darker than its surroundings, in linear light.
cv::Point2d dark_centroid(const cv::Mat& bgr, cv::Point2d near, int reach) {
  const cv::Rect window(int(std::lround(near.x)) - reach, int(std::lround(near.y)) - reach,
                        2 * reach + 1, 2 * reach + 1);
  const cv::Mat linear = linear_from_srgb(bgr(window));
  double white = 0;
  for (int y = 0; y < linear.rows; ++y)
    for (int x = 0; x < linear.cols; ++x)
      white = std::max(white, double(linear.at<cv::Vec3f>(y, x)[1]));
  double sum = 0;
  cv::Point2d moment;
  for (int y = 0; y < linear.rows; ++y)
    for (int x = 0; x < linear.cols; ++x) {
      const double dark = std::max(0.0, white - linear.at<cv::Vec3f>(y, x)[1] - 0.02);
      sum += dark;
      moment += cv::Point2d(x + window.x, y + window.y) * dark;
    }
  return moment * (1 / sum);
}

// A page with one small dot exactly at `at`, as a clip plan whose board corners all are that dot.
Page dot_page(cv::Point2d at) {
  Canvas canvas({1200, 1200}, {250, 250, 250});
  canvas.disc(at, 7, {10, 10, 10});
  Page page{canvas.bgr(), {}};
  PrintedBoard board{{}, {Grid(Shape{}), Grid(Shape{})}, Grid(Shape{}), AlphabetKind::numerals};
  board.corners.corners = {at, at + cv::Point2d(50, 0), at + cv::Point2d(50, 50),
                           at + cv::Point2d(0, 50)};
  page.boards.push_back(board);
  return page;
}

struct View {
  const char* name;
  Pose pose;
  double k1;
  Curl curl;
};

TEST(GeneratorCamera, TruthIsWhereTheInkIs) {
  // The convention under test: integers are pixel centres, on the page and in the picture.
  const cv::Point2d dot(612.3, 547.8);
  std::vector<View> views;
  const auto pose = [](double distance, cv::Point2d tilt, double roll) {
    return Pose{{600, 600}, distance, tilt, roll, {3.3, -7.1}};
  };
  views.push_back({"square on", pose(1800, {}, 0), 0, {}});
  views.push_back({"small", pose(4100, {}, 0.4), 0, {}});
  views.push_back({"close", pose(700, {0.1, 0.1}, -0.3), 0, {}});
  views.push_back({"tilted", pose(1700, {0.5, -0.6}, 2.1), 0, {}});
  views.push_back({"barrel", pose(1700, {0.2, 0.1}, 0.2), -0.15, {}});
  views.push_back({"curled", pose(1700, {0.3, 0.1}, 0.2), 0, {30, 1500, 0.4, 0.7}});
  for (const View& view : views) {
    ClipPlan plan;
    plan.pages.push_back(dot_page(dot));
    plan.page_from_s = {0};
    plan.lens = {900, {319.5, 239.5}, view.k1, 0};
    plan.curl = view.curl;
    plan.desk = Desk::plain;
    plan.pose = [&](double) { return view.pose; };
    Development clean;
    clean.vignette = clean.gradient = clean.read_noise = clean.shot_noise = 0;
    plan.light = [&](double) { return clean; };
    ClipOptions options;
    options.size = {640, 480};
    options.frames = 1;
    const Clip clip("dot", std::move(plan), options);
    const ClipFrame frame = clip.frame(0);
    const cv::Point2d truth = frame.truth.boards[0].corners.corners[0];
    const cv::Point2d seen = dark_centroid(frame.bgr, truth, 12);
    EXPECT_NEAR(seen.x, truth.x, 0.05) << view.name;
    EXPECT_NEAR(seen.y, truth.y, 0.05) << view.name;
  }
}

TEST(GeneratorCamera, MotionBlurIsCentredOnTheTruth) {
  const cv::Point2d dot(612.3, 547.8);
  ClipPlan plan;
  plan.pages.push_back(dot_page(dot));
  plan.page_from_s = {0};
  plan.lens = {900, {319.5, 239.5}, 0, 0};
  plan.desk = Desk::plain;
  plan.exposure_s = 1.0 / 30;
  plan.pose = [](double t) { return Pose{{600, 600}, 1800, {}, 0, {t * 300, t * 90}}; };
  Development clean;
  clean.vignette = clean.gradient = clean.read_noise = clean.shot_noise = 0;
  plan.light = [&](double) { return clean; };
  ClipOptions options;
  options.size = {640, 480};
  options.frames = 3;
  const Clip clip("dot", std::move(plan), options);
  const ClipFrame frame = clip.frame(1);
  const cv::Point2d truth = frame.truth.boards[0].corners.corners[0];
  EXPECT_NEAR(frame.truth.boards[0].blur_px, std::hypot(10, 3), 0.05);
  const cv::Point2d seen = dark_centroid(frame.bgr, truth, 16);
  EXPECT_NEAR(seen.x, truth.x, 0.08);
  EXPECT_NEAR(seen.y, truth.y, 0.08);
}

TEST(GeneratorCamera, LensRoundTrip) {
  const Lens lens{700, {319.5, 239.5}, -0.16, 0.02};
  for (const cv::Point2d pixel : {cv::Point2d(0, 0), cv::Point2d(639, 12), cv::Point2d(300, 200)}) {
    const cv::Point2d back = lens.pixel_from_ideal(lens.ideal_from_pixel(pixel));
    EXPECT_NEAR(back.x, pixel.x, 1e-7);
    EXPECT_NEAR(back.y, pixel.y, 1e-7);
  }
}

TEST(GeneratorPage, CornersAreTheBordersCentreLines) {
  Canvas canvas({700, 700}, {255, 255, 255});
  Random random(5);
  BoardStyle style;
  style.background = {255, 255, 255};
  style.border = 0.1;
  const PrintedBoard board =
      paint_board(canvas, {80.25, 90.5}, 60, make_puzzle({3, 3}, random), style, random);
  // Across the left border, half way down a cell: the ink's centre is the corner's x.
  const cv::Mat linear = 255 - canvas.bgr();
  double sum = 0, moment = 0;
  for (int x = 70; x < 92; ++x) {
    const double ink = linear.at<cv::Vec3b>(120, x)[0];
    sum += ink, moment += ink * x;
  }
  EXPECT_NEAR(moment / sum, board.corners.corners[0].x, 0.01);
  EXPECT_EQ(board.corners.corners[2], cv::Point2d(80.25 + 540, 90.5 + 540));
}

class GeneratedPuzzle : public testing::TestWithParam<Shape> {};

TEST_P(GeneratedPuzzle, HasExactlyOneSolution) {
  Random random(11);
  const Puzzle puzzle = make_puzzle(GetParam(), random, {0.5, true});
  EXPECT_TRUE(is_solution(classic_rules(GetParam()), puzzle.solution));
  EXPECT_FALSE(find_clash(classic_rules(GetParam()), puzzle.givens));
  EXPECT_EQ(count_solutions_to_two(puzzle.givens, 100000), 1);
  for (int r = 0; r < puzzle.givens.n(); ++r)
    for (int c = 0; c < puzzle.givens.n(); ++c)
      if (puzzle.givens.at(r, c) != 0) {
        EXPECT_EQ(puzzle.givens.at(r, c), puzzle.solution.at(r, c));
      }
  EXPECT_LT(puzzle.givens.count_filled(), GetParam().cells() * 0.75);
}

INSTANTIATE_TEST_SUITE_P(Shapes, GeneratedPuzzle,
                         testing::Values(Shape{2, 2}, Shape{2, 3}, Shape{3, 2}, Shape{2, 4},
                                         Shape{3, 3}, Shape{3, 4}, Shape{4, 4}, Shape{4, 5},
                                         Shape{5, 5}),
                         [](const auto& shape) { return shape.param.to_string(); });

TEST(GeneratedPuzzleCount, KnowsTwoSolutions) {
  EXPECT_EQ(count_solutions_to_two(Grid(Shape{2, 2}), 10000), 2);
  Grid clash(Shape{2, 2});
  clash.set(0, 0, 1), clash.set(0, 1, 2), clash.set(1, 0, 3), clash.set(2, 1, 4);
  EXPECT_EQ(count_solutions_to_two(clash, 10000), 0);  // nothing is left for r2c2
}

TEST(GeneratedClip, EveryScenarioIsRepeatableAndPlausible) {
  ClipOptions options;
  options.size = {320, 180};
  options.frames = 30;
  options.seed = 5;
  for (const Scenario& scenario : scenarios()) {
    const Clip clip(scenario.name, options), again(scenario.name, options);
    const ClipFrame frame = clip.frame(17), same = again.frame(17);
    EXPECT_EQ(cv::norm(frame.bgr, same.bgr, cv::NORM_INF), 0) << scenario.name;
    EXPECT_EQ(to_json(frame.truth), to_json(same.truth)) << scenario.name;
    EXPECT_EQ(to_json(truth_from_json(to_json(frame.truth))), to_json(frame.truth))
        << scenario.name;
    EXPECT_EQ(frame.truth.boards.empty(), std::string(scenario.name) == "no_sudoku")
        << scenario.name;
    for (const BoardTruth& board : clip.truth(0).boards) {
      EXPECT_TRUE(board.corners.is_convex()) << scenario.name;
      EXPECT_GT(board.corners.signed_area_px2(), 0) << scenario.name;
      EXPECT_GT(board.visible, 0.6) << scenario.name;
    }
  }
}

}  // namespace
}  // namespace gridlens::generator
