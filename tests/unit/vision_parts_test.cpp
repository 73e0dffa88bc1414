#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <opencv2/imgproc.hpp>

#include "core/vision/finding/board_finder.h"
#include "core/vision/finding/debug_sink.h"
#include "core/vision/finding/ink_components.h"
#include "core/vision/finding/line_count.h"
#include "core/vision/finding/quad_fit.h"
#include "core/vision/lattice/board_check.h"
#include "core/vision/lattice/cell_background.h"
#include "core/vision/lattice/lattice_fit.h"
#include "core/vision/lattice/lattice_warp.h"
#include "core/vision/lattice/pyramid.h"
#include "core/vision/rectify.h"
#include "tests/unit/vision_scene.h"

namespace gridlens {
namespace {

TEST(PyramidTest, LevelCoordinatesAreThoseOfAreaAverages) {
  cv::Mat image(128, 128, CV_8UC1, cv::Scalar(0));
  image(cv::Rect(40, 60, 4, 4)) = 255;  // centre at (41.5, 61.5)
  const GreyPyramid pyramid(image, 3, 16);
  ASSERT_EQ(pyramid.levels(), 3);
  EXPECT_EQ(pyramid.level(2).grey.at<std::uint8_t>(15, 10), 255);
  const cv::Point2d p = GreyPyramid::level_from_full(2)({41.5, 61.5});
  EXPECT_NEAR(p.x, 10, 1e-12);
  EXPECT_NEAR(p.y, 15, 1e-12);
  const cv::Point2d back = GreyPyramid::full_from_level(2)(p);
  EXPECT_NEAR(back.x, 41.5, 1e-12);
}

TEST(PyramidTest, TheNegativeIsMadeOnceAndSharedByCopies) {
  cv::Mat image(128, 160, CV_8UC1);
  cv::RNG(5).fill(image, cv::RNG::UNIFORM, 0, 256);
  const GreyPyramid pyramid(image, 2, 16);
  const GreyPyramid negative = pyramid.with_dark_lines(true);
  EXPECT_FALSE(pyramid.is_negative());
  EXPECT_TRUE(negative.is_negative());
  for (int level = 0; level < pyramid.levels(); ++level) {
    const LinePicture& its = negative.level(level);
    EXPECT_TRUE(its.negative);
    EXPECT_EQ(cv::norm(its.grey, ~pyramid.level(level).grey, cv::NORM_INF), 0);
    EXPECT_EQ(&pyramid.negative().level(level), &its);
    EXPECT_EQ(&negative.positive().level(level), &pyramid.level(level));
  }
}

TEST(InkComponentsTest, AgreeWithOpenCv) {
  cv::Mat mask(120, 203, CV_8UC1);
  cv::RNG random(11);
  random.fill(mask, cv::RNG::UNIFORM, 0, 256);
  cv::threshold(mask, mask, 150, 255, cv::THRESH_BINARY);
  cv::Mat labels, stats, centroids;
  const int count = cv::connectedComponentsWithStats(mask, labels, stats, centroids, 8);
  const auto components = ink_components(mask, {1});
  ASSERT_EQ(static_cast<int>(components.size()), count - 1);
  std::vector<int> mine, theirs;
  for (const auto& c : components) mine.push_back(c.area_px * 1000 + c.box.width);
  for (int i = 1; i < count; ++i)
    theirs.push_back(stats.at<int>(i, cv::CC_STAT_AREA) * 1000 +
                     stats.at<int>(i, cv::CC_STAT_WIDTH));
  std::sort(mine.begin(), mine.end());
  std::sort(theirs.begin(), theirs.end());
  EXPECT_EQ(mine, theirs);
}

TEST(InkComponentsTest, CountHoles) {
  cv::Mat mask(100, 140, CV_8UC1, cv::Scalar(0));
  for (int k = 0; k <= 4; ++k) {
    mask(cv::Rect(10, 10 + 20 * k, 81, 1)) = 255;
    mask(cv::Rect(10 + 20 * k, 10, 1, 81)) = 255;
  }
  mask(cv::Rect(110, 20, 20, 60)) = 255;  // no hole
  const auto components = ink_components(mask, {5});
  ASSERT_EQ(components.size(), 2u);
  EXPECT_EQ(components[0].holes, 16);
  EXPECT_EQ(components[1].holes, 0);
}

TEST(QuadFitTest, CompletesACutCorner) {
  // A square with its lower right corner cut off by a third of the side.
  const std::vector<cv::Point> points = {{10, 10}, {310, 10}, {310, 210}, {210, 310}, {10, 310}};
  const auto quads = enclosing_quads(convex_hull(points));
  ASSERT_EQ(quads.size(), 1u);
  const Quad square{{cv::Point2d{10, 10}, {310, 10}, {310, 310}, {10, 310}}};
  EXPECT_LT(corner_error_px(quads[0], square), 1e-9);
  EXPECT_GT(quads[0].signed_area_px2(), 0);
}

TEST(QuadFitTest, OffersTheQuadOfFourStickingOutLines) {
  // The ends of the two box lines each way of a board without a border.
  const std::vector<cv::Point> points = {{100, 0},   {200, 0},   {300, 100}, {300, 200},
                                         {200, 300}, {100, 300}, {0, 200},   {0, 100}};
  const auto quads = enclosing_quads(convex_hull(points));
  const Quad square{{cv::Point2d{0, 0}, {300, 0}, {300, 300}, {0, 300}}};
  EXPECT_TRUE(std::any_of(quads.begin(), quads.end(),
                          [&](const Quad& q) { return corner_error_px(q, square) < 1e-9; }));
}

TEST(QuadFitTest, RefusesTriangles) {
  EXPECT_TRUE(enclosing_quads(convex_hull({{0, 0}, {100, 0}, {50, 80}})).empty());
}

// Every third line of twelve cells lies as far from the lines between as a line of four cells may.
TEST(LineCountTest, TheNumberThatExplainsMostLinesComesFirst) {
  for (const int n : {4, 6, 9, 12, 16, 18, 24, 25})
    for (const int faint_grey : {60, 190}) {
      cv::Mat page(700, 700, CV_8UC1, cv::Scalar(230));
      for (int line = 0; line <= n; ++line) {
        const int at = cvRound(50 + 600.0 * line / n);
        const cv::Scalar grey = line % 2 == 1 ? faint_grey : 60;
        cv::line(page, {at, 50}, {at, 650}, grey, 2, cv::LINE_AA);
        cv::line(page, {50, at}, {650, at}, grey, 2, cv::LINE_AA);
      }
      const auto counts = count_lines(page, {{{{50, 50}, {650, 50}, {650, 650}, {50, 650}}}}, 6);
      ASSERT_FALSE(counts.empty()) << n;
      EXPECT_EQ(counts[0].n, n) << "lines between of grey " << faint_grey;
    }
}

TEST(LatticeFitTest, RobustAgainstAThirdOfWildSamples) {
  const Scene scene;
  const Homography truth = pose(scene, 9, 400, 20, 30, 40);
  const cv::Mat image = render_board({}, truth, scene);
  // A prediction some pixels off.
  Quad off = truth.outline(9);
  off.corners[0] += cv::Point2d(4, -3);
  off.corners[2] += cv::Point2d(-3, 5);
  const Homography prediction = Homography::image_from_board(off, 9);
  auto samples = read_lattice(LinePicture(image), prediction, 9, {});
  cv::RNG random(2);
  for (std::size_t i = 0; i < samples.size(); i += 3)
    samples[i].reading.offset_px = random.uniform(-12.0, 12.0);
  const LatticeFit fit = fit_lattice(samples, prediction, 9);
  ASSERT_TRUE(fit.solved);
  EXPECT_LT(max_corner_distance_px(fit.image_from_board.outline(9), truth.outline(9)), 0.5);
}

BoardCandidate board_at(const Homography& image_from_board) {
  BoardCandidate board;
  board.image_from_board = image_from_board;
  board.n = 9;
  return board;
}

TEST(RectifyTest, CellsLieWhereTheHeaderSays) {
  const Scene scene;
  Print print;
  print.digit_share = 0;
  for (const double side : {150.0, 400.0, 680.0}) {
    const Homography truth = pose(scene, 9, side, 30, 20, 10);
    const RectifiedBoard rectified = rectify(render_board(print, truth, scene), board_at(truth));
    ASSERT_EQ(rectified.grey.cols, 9 * RectifiedBoard::kCellPx + 2 * RectifiedBoard::kMarginPx);
    EXPECT_EQ(rectified.grey.type(), CV_8UC1);
    EXPECT_NEAR(rectified.source_cell_px, side / 9, 0.15 * side / 9);
    // The border line between the cells 2 and 3 lies symmetrically about the pixel edge at
    // margin + 3 cells; the middle of a cell is paper.
    const cv::Mat crop = rectified.crop(4, 3);
    EXPECT_EQ(crop.cols, RectifiedBoard::kCropPx);
    const int row = RectifiedBoard::kCropPx / 2;
    EXPECT_LT(crop.at<std::uint8_t>(row, 3), 140);
    EXPECT_NEAR(crop.at<std::uint8_t>(row, 2), crop.at<std::uint8_t>(row, 3), 45);
    EXPECT_GT(crop.at<std::uint8_t>(row, RectifiedBoard::kCropPx / 2), 200);
  }
}

TEST(RectifyTest, InvertedBoardsAreFlippedAndBlurLowersSharpness) {
  Scene scene;
  Print print;
  print.inverted = true;
  const Homography truth = pose(scene, 9, 400, 0, 0, 0);
  BoardCandidate inverted = board_at(truth);
  inverted.light_on_dark = true;
  const RectifiedBoard sharp = rectify(render_board(print, truth, scene), inverted);
  EXPECT_GT(sharp.grey.at<std::uint8_t>(3 + 13, 3 + 13), 150);
  scene.blur_px = 2.5;
  const RectifiedBoard blurred = rectify(render_board(print, truth, scene), inverted);
  EXPECT_LT(blurred.sharpness, 0.6 * sharp.sharpness);
}

// An upright board of 9x9 cells, a cell inside the picture's rim.
constexpr int kUprightCell = 26;  // px
const Homography kUpright(cv::Matx33d(kUprightCell, 0, kUprightCell - 0.5, 0, kUprightCell,
                                      kUprightCell - 0.5, 0, 0, 1));

cv::Point corner_of(int cell) {
  return {(1 + cell % 9) * kUprightCell, (1 + cell / 9) * kUprightCell};
}

int middle_of(const RectifiedBoard& rectified, int row, int col) {
  constexpr int kMiddle = RectifiedBoard::kMarginPx + RectifiedBoard::kCellPx / 2;
  return rectified.grey.at<std::uint8_t>(kMiddle + row * RectifiedBoard::kCellPx,
                                         kMiddle + col * RectifiedBoard::kCellPx);
}

// Noise makes every cell darker in places, and only some hold light symbols.
TEST(RectifyTest, NoiseOfADarkBoardIsNoDarkPrint) {
  cv::Mat image(11 * kUprightCell, 11 * kUprightCell, CV_8UC1);
  cv::RNG(3).fill(image, cv::RNG::NORMAL, 25, 7);
  for (int cell = 0; cell < 81; cell += 3) {
    const cv::Point corner = corner_of(cell);
    image(cv::Rect(corner + cv::Point(11, 8), cv::Size(4, 11))) = 110;
  }
  BoardCandidate board = board_at(kUpright);
  board.light_on_dark = false;  // dark gaps between the tiles
  const RectifiedBoard rectified = rectify(image, board);
  EXPECT_LT(middle_of(rectified, 0, 0), 180);
  EXPECT_GT(middle_of(rectified, 0, 1), 180);
}

// A program draws dark digits on a few bright tiles where the others are light on dark.
TEST(RectifyTest, FewLitCellsDoNotTellThePolarityOfAll) {
  cv::Mat image(11 * kUprightCell, 11 * kUprightCell, CV_8UC1, cv::Scalar(110));
  for (int cell = 0; cell < 81; cell += 3) {
    const cv::Point corner = corner_of(cell);
    const bool lit = cell % 9 == 3 && cell < 72;  // 8 of 27
    if (lit) image(cv::Rect(corner + cv::Point(1, 1), cv::Size(24, 24))) = 200;
    image(cv::Rect(corner + cv::Point(11, 8), cv::Size(4, 11))) = lit ? 20 : 180;
  }
  BoardCandidate board = board_at(kUpright);
  for (const bool light_lines : {true, false}) {
    board.light_on_dark = light_lines;
    const RectifiedBoard rectified = rectify(image, board);
    EXPECT_LT(middle_of(rectified, 0, 0), 100) << light_lines;
  }
}

// Symbols that fill more than half of what lies within their cells' lines, on a noisy ground.
TEST(RectifyTest, BoldSymbolsOfADarkBoardAreNotItsGround) {
  cv::Mat image(11 * kUprightCell, 11 * kUprightCell, CV_8UC1);
  cv::RNG(3).fill(image, cv::RNG::NORMAL, 25, 6);
  for (int cell = 0; cell < 81; cell += 3) {
    const cv::Point corner = corner_of(cell);
    image(cv::Rect(corner + cv::Point(7, 7), cv::Size(12, 12))) = 150;
  }
  BoardCandidate board = board_at(kUpright);
  board.light_on_dark = true;
  const RectifiedBoard rectified = rectify(image, board);
  EXPECT_NEAR(middle_of(rectified, 0, 0), 255 - 150, 8);
  EXPECT_NEAR(middle_of(rectified, 0, 1), 255 - 25, 25);
}

// A page curled like a cylinder: the picture of a flat board, displaced row by row.
TEST(RectifyTest, StraightensACurledPage) {
  const Scene scene;
  Print print;
  print.digit_share = 0;
  const Homography flat = pose(scene, 9, 480, 0, 0, 0);
  const cv::Mat image = render_board(print, flat, scene);
  const double cell = flat.cell_size_px({4.5, 4.5});
  const auto lift = [&](double x) {
    const double u = (x - 640) / 240;
    return 0.30 * cell * (u * u - 0.5);
  };
  cv::Mat map(image.size(), CV_32FC2);
  for (int y = 0; y < map.rows; ++y)
    for (int x = 0; x < map.cols; ++x)
      map.at<cv::Point2f>(y, x) = {static_cast<float>(x), static_cast<float>(y + lift(x))};
  cv::Mat curled;
  cv::remap(image, curled, map, cv::noArray(), cv::INTER_CUBIC);
  const LatticeWarp warp = measure_warp(LinePicture(curled), flat, 9);
  for (const cv::Point2d p : {cv::Point2d{0, 0}, {9, 0}, {4.5, 0}, {4.5, 9}, {9, 9}, {2, 7}}) {
    const cv::Point2d true_place = flat(p) - cv::Point2d(0, lift(flat(p).x));
    const cv::Point2d miss = warp(p) - true_place;
    EXPECT_LT(std::hypot(miss.x, miss.y), 1.0) << p;
  }
  BoardCandidate board = board_at(warp.through_corners());
  board.bend = warp.bend_between_corners();
  const RectifiedBoard rectified = rectify(curled, board);
  // Along every line of the rectified board there is ink.
  for (int k = 1; k < 9; ++k) {
    const int at = RectifiedBoard::kMarginPx + k * RectifiedBoard::kCellPx;
    for (int c = 0; c < 9; ++c) {
      const int along =
          RectifiedBoard::kMarginPx + c * RectifiedBoard::kCellPx + RectifiedBoard::kCellPx / 2;
      const int darkest = std::min(rectified.grey.at<std::uint8_t>(at, along),
                                   rectified.grey.at<std::uint8_t>(at - 1, along));
      EXPECT_LT(darkest, 190) << k << " " << c;
    }
  }
}

// Kakuro: black cells with a small white number above and one below a diagonal.
TEST(CellBackgroundTest, BlackCellsWithSmallWhiteNumbersAreBlack) {
  constexpr int kCell = 40;
  cv::Mat image(9 * kCell, 9 * kCell, CV_8UC1, cv::Scalar(230));
  const Homography image_from_board(cv::Matx33d(kCell, 0, 0, 0, kCell, 0, 0, 0, 1));
  const auto fill = [&](double col, double row, double side, int grey) {
    image(cv::Rect(cvRound(col * kCell), cvRound(row * kCell), cvRound(side * kCell),
                   cvRound(side * kCell))) = grey;
  };
  for (const int at : {1, 3, 5, 7}) fill(at + 0.4, 2.3, 0.2, 20);  // digits: white cells
  const GreyPyramid pyramid(image, 1);                             // shares the pixels
  EXPECT_FALSE(is_crossword(pyramid, image_from_board, 9));
  for (const int at : {1, 3, 5, 7}) {
    fill(at, at, 1, 20);
    fill(at + 0.7, at + 0.1, 0.2, 230);
    fill(at + 0.1, at + 0.7, 0.2, 230);
  }
  EXPECT_TRUE(is_crossword(pyramid, image_from_board, 9));
}

// In a picture of edges thick symbols make cells black: the lattice is the board's all the same. In
// the picture itself such cells are a crossword's.
TEST(CellBackgroundTest, BlackCellsDoNotTellALatticeOfEdges) {
  constexpr int kCell = 40;
  cv::Mat image(11 * kCell, 11 * kCell, CV_8UC1, cv::Scalar(230));
  for (int i = 0; i <= 9; ++i) {
    cv::line(image, {(1 + i) * kCell, kCell}, {(1 + i) * kCell, 10 * kCell}, 20, 2);
    cv::line(image, {kCell, (1 + i) * kCell}, {10 * kCell, (1 + i) * kCell}, 20, 2);
  }
  for (int i = 0; i < 81; i += 4)
    image(cv::Rect((1 + i % 9) * kCell + 7, (1 + i / 9) * kCell + 7, 27, 27)) = 20;
  const Homography place(cv::Matx33d(kCell, 0, kCell, 0, kCell, kCell, 0, 0, 1));
  EXPECT_TRUE(check_board(GreyPyramid(image), place, 9).has_value());
  EXPECT_TRUE(is_crossword(GreyPyramid(image), place, 9));
  EXPECT_TRUE(find_boards(image, SearchTask{}).empty());
}

TEST(DebugSinkTest, WritesStages) {
  const auto folder = std::filesystem::temp_directory_path() / "gridlens_debug_sink_test";
  std::filesystem::remove_all(folder);
  {
    FolderDebugSink sink(folder);
    const Scene scene;
    find_boards(render_board({}, pose(scene, 9, 400, 0, 0, 0), scene), {}, &sink);
  }
  int pictures = 0;
  bool lattices = false;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    ++pictures;
    lattices |= entry.path().filename().string().find("lattices") != std::string::npos;
  }
  EXPECT_GE(pictures, 3);
  EXPECT_TRUE(lattices);
  std::filesystem::remove_all(folder);
}

}  // namespace
}  // namespace gridlens
