#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include "core/vision/finding/board_finder.h"
#include "core/vision/finding/box_tones.h"
#include "core/vision/finding/screenshot_board.h"
#include "core/vision/finding/tile_edges.h"
#include "core/vision/lattice/cell_background.h"

namespace gridlens {
namespace {

constexpr int kLeft = 300;
constexpr int kTop = 100;

// A window with a board of n x n cells in it, as a program draws it.
cv::Mat drawing(int n, int cell_px, int thin_grey) {
  cv::Mat image(720, 1000, CV_8UC1, cv::Scalar(240));
  const int box = n == 16 ? 4 : n == 4 ? 2 : 3;
  for (const bool thick : {false, true})
    for (int i = 0; i <= n; ++i) {
      if ((i % box == 0) != thick) continue;
      const int at = i * cell_px;
      const int width = thick ? 3 : 1;
      const cv::Scalar grey(thick ? 20 : thin_grey);
      cv::line(image, {kLeft + at, kTop}, {kLeft + at, kTop + n * cell_px}, grey, width);
      cv::line(image, {kLeft, kTop + at}, {kLeft + n * cell_px, kTop + at}, grey, width);
    }
  return image;
}

cv::Mat turned(const cv::Mat& image, double degrees) {
  cv::Mat out;
  cv::warpAffine(image, out,
                 cv::getRotationMatrix2D({image.cols / 2.0F, image.rows / 2.0F}, degrees, 1),
                 image.size(), cv::INTER_LINEAR, cv::BORDER_CONSTANT, cv::Scalar(240));
  return out;
}

cv::Mat with_noise(const cv::Mat& image) {
  cv::Mat noise(image.size(), CV_16SC1);
  cv::RNG(5).fill(noise, cv::RNG::NORMAL, 0, 3);
  cv::Mat out;
  cv::add(image, noise, out, cv::noArray(), CV_8U);
  return out;
}

TEST(ScreenshotBoardTest, LiesUprightInItsPicture) {
  const auto boards = find_boards(drawing(9, 50, 120));
  ASSERT_EQ(boards.size(), 1u);
  ASSERT_TRUE(boards[0].screenshot_quarter_turns.has_value());
  const Quad upright = boards[0].corners().rotated(*boards[0].screenshot_quarter_turns);
  EXPECT_NEAR(upright.corners[0].x, kLeft, 1);
  EXPECT_NEAR(upright.corners[0].y, kTop, 1);
  EXPECT_NEAR(upright.corners[1].x, kLeft + 450, 1);
}

TEST(ScreenshotBoardTest, IsNoneAskewOrInAPhotograph) {
  for (const cv::Mat& image : {turned(drawing(9, 50, 120), 6), with_noise(drawing(9, 50, 120))}) {
    const auto boards = find_boards(image);
    ASSERT_EQ(boards.size(), 1u);
    EXPECT_FALSE(boards[0].screenshot_quarter_turns.has_value());
  }
}

TEST(ScreenshotBoardTest, FlatPartsTellADrawingWithARoughBackground) {
  cv::Mat image = drawing(9, 50, 120);
  cv::RNG(7).fill(image(cv::Rect(200, 60, 700, 600)), cv::RNG::UNIFORM, 60, 90);
  EXPECT_TRUE(is_screenshot(image));
  EXPECT_FALSE(is_screenshot(with_noise(image)));
}

// Of the cells' own lines hardly anything is seen: the boxes' lines make a 4 x 4 board.
TEST(ScreenshotBoardTest, BoxesGiveWayToTheirCells) {
  const auto boards = find_boards(drawing(16, 36, 231));
  ASSERT_EQ(boards.size(), 1u);
  EXPECT_EQ(boards[0].n, 16);
}

TEST(ScreenshotBoardTest, ASmallBoardStaysOne) {
  const auto boards = find_boards(drawing(4, 120, 120));
  ASSERT_EQ(boards.size(), 1u);
  EXPECT_EQ(boards[0].n, 4);
}

TEST(ScreenshotBoardTest, BoxLinesOfAnotherToneTellTheBoxes) {
  cv::Mat image(420, 420, CV_8UC1, cv::Scalar(200));
  for (int i = 0; i <= 6; ++i) {  // boxes of two rows and three columns, all lines equally thick
    cv::line(image, {60 * i + 30, 30}, {60 * i + 30, 390}, cv::Scalar(i % 3 == 0 ? 120 : 60), 3);
    cv::line(image, {30, 60 * i + 30}, {390, 60 * i + 30}, cv::Scalar(i % 2 == 0 ? 120 : 60), 3);
  }
  BoardCandidate board;
  board.n = 6;
  board.image_from_board =
      Homography::image_from_board({{cv::Point2d{30, 30}, {390, 30}, {390, 390}, {30, 390}}}, 6);
  board.shapes = {{{3, 2}, 0.5, {}}, {{2, 3}, 0.5, {}}};
  weigh_box_tones(image, board);
  EXPECT_EQ(board.shapes[0].shape, (Shape{2, 3}));
  EXPECT_GT(board.shapes[0].weight, 0.99);
}

// Tiles of two tones in a background between them; the gaps around boxes are wider by so much, of
// the same tone.
cv::Mat tiles_in_boxes(int wider) {
  cv::Mat image(460, 460, CV_8UC1, cv::Scalar(245));
  for (int cell = 0; cell < 36; ++cell) {
    const int row = cell / 6, col = cell % 6;
    cv::rectangle(
        image,
        cv::Rect{30 + 64 * col + wider * (col / 3), 30 + 64 * row + wider * (row / 2), 58, 58},
        cell * 7 % 5 < 2 ? 255 : 232, cv::FILLED);
  }
  return image;
}

TEST(ScreenshotBoardTest, WiderGapsTellTheBoxes) {
  const cv::Mat image = tiles_in_boxes(6);
  BoardCandidate board;
  board.n = 6;
  board.image_from_board =
      Homography::image_from_board({{cv::Point2d{27, 27}, {417, 27}, {417, 423}, {27, 423}}}, 6);
  board.shapes = {{{3, 2}, 0.5, {}}, {{2, 3}, 0.5, {}}};
  weigh_box_tones(image, board);
  EXPECT_EQ(board.shapes[0].shape, (Shape{2, 3}));
  EXPECT_GT(board.shapes[0].weight, 0.95);
}

// Such wide gaps that no lattice of equal cells fits well: the board is found a little askew.
TEST(ScreenshotBoardTest, WiderGapsTellTheBoxesOfABoardThatIsNotQuiteUpright) {
  const auto boards = find_boards(tiles_in_boxes(14));
  ASSERT_EQ(boards.size(), 1u);
  EXPECT_FALSE(boards[0].screenshot_quarter_turns.has_value());
  ASSERT_EQ(boards[0].shapes.size(), 2u);
  EXPECT_EQ(boards[0].shapes[0].shape, (Shape{2, 3}));
  EXPECT_GT(boards[0].shapes[0].weight, 0.95);
}

// Each tile has a rim on two of its sides that is brighter than the gap: the fit of four free
// corners runs along rims here and gaps there.
TEST(ScreenshotBoardTest, IsMovedOntoAnUprightSquare) {
  const GreyPyramid pyramid(drawing(9, 50, 120), 4);
  BoardCandidate board;
  board.n = 9;
  board.lattice_score = 1;
  board.bend = BoardBend(9);
  board.image_from_board = Homography::image_from_board({{cv::Point2d{kLeft - 3, kTop + 2},
                                                          {kLeft + 454, kTop - 4},
                                                          {kLeft + 449, kTop + 455},
                                                          {kLeft + 2, kTop + 449}}},
                                                        9);
  settle_screenshot_board(pyramid, board);
  ASSERT_EQ(board.screenshot_quarter_turns, 0);
  const Quad truth{{cv::Point2d{kLeft, kTop},
                    {kLeft + 450, kTop},
                    {kLeft + 450, kTop + 450},
                    {kLeft, kTop + 450}}};
  EXPECT_LT(max_corner_distance_px(board.corners(), truth), 0.5);
}

// A window's frame above the board was taken for its upper side: the columns tell the pitch.
TEST(ScreenshotBoardTest, ASideAtTheWindowsFrameIsMovedOntoTheBoard) {
  cv::Mat image = drawing(9, 50, 120);
  cv::line(image, {kLeft - 40, kTop - 22}, {kLeft + 490, kTop - 22}, 20, 3);
  const GreyPyramid pyramid(image, 4);
  BoardCandidate board;
  board.n = 9;
  board.lattice_score = 0.95;
  board.bend = BoardBend(9);
  board.image_from_board = Homography::image_from_board({{cv::Point2d{kLeft, kTop - 22},
                                                          {kLeft + 450, kTop - 22},
                                                          {kLeft + 451, kTop + 450},
                                                          {kLeft, kTop + 451}}},
                                                        9);
  settle_screenshot_board(pyramid, board);
  ASSERT_EQ(board.screenshot_quarter_turns, 0);
  EXPECT_NEAR(board.corners().corners[0].y, kTop, 0.5);
  EXPECT_NEAR(board.corners().corners[2].y, kTop + 450, 0.5);
}

TEST(ScreenshotBoardTest, ALatticeOfSymbolsIsLaidUpright) {
  BoardCandidate board;
  board.n = 9;
  board.image_from_board =
      Homography::image_from_board({{cv::Point2d{548, 553}, {101, 551}, {99, 102}, {552, 99}}}, 9);
  lay_upright(board);
  ASSERT_EQ(board.screenshot_quarter_turns, 2);
  const Quad upright = board.corners().rotated(2);
  EXPECT_NEAR(upright.corners[0].x, 100, 1e-6);
  EXPECT_NEAR(upright.corners[0].y, 100.5, 1e-6);
  EXPECT_NEAR(upright.corners[2].x, 550, 1e-6);
  EXPECT_NEAR(upright.corners[1].y, 100.5, 1e-6);

  board.screenshot_quarter_turns.reset();
  board.image_from_board =
      Homography::image_from_board({{cv::Point2d{100, 100}, {550, 130}, {540, 560}, {90, 530}}}, 9);
  lay_upright(board);  // a photograph's
  EXPECT_FALSE(board.screenshot_quarter_turns.has_value());
}

bool has_crossword_tiles(const cv::Mat& image, const Homography& place,
                         bool light_on_dark = false) {
  return is_crossword(GreyPyramid(image, 1).with_dark_lines(light_on_dark), place, 9);
}

TEST(ScreenshotBoardTest, ABlackTileWithALightSymbolIsNoCrosswords) {
  const int cell_px = 40;
  cv::Mat image(400, 400, CV_8UC1, cv::Scalar(230));
  const Homography place(cv::Matx33d(cell_px, 0, 20, 0, cell_px, 20, 0, 0, 1));
  for (int i = 0; i < 81; i += 4)
    cv::rectangle(image, {20 + i % 9 * cell_px, 20 + i / 9 * cell_px, cell_px, cell_px}, 20,
                  cv::FILLED);
  EXPECT_TRUE(has_crossword_tiles(image, place));
  for (int i = 0; i < 81; i += 4)
    cv::putText(image, "6", {20 + i % 9 * cell_px + 11, 20 + i / 9 * cell_px + 31},
                cv::FONT_HERSHEY_DUPLEX, 1, 240, 3);
  EXPECT_FALSE(has_crossword_tiles(image, place));
}

TEST(ScreenshotBoardTest, AThinSymbolInAChosenTileIsOneAndKakurosDiagonalIsNone) {
  const int cell_px = 40;
  const Homography upright(cv::Matx33d(cell_px, 0, 20, 0, cell_px, 20, 0, 0, 1));
  cv::Mat chosen(400, 400, CV_8UC1, cv::Scalar(70));  // lighter tiles with still lighter symbols
  cv::Mat kakuro(400, 400, CV_8UC1, cv::Scalar(230));
  for (int i = 0; i < 81; i += 4) {
    const cv::Rect tile(20 + i % 9 * cell_px, 20 + i / 9 * cell_px, cell_px, cell_px);
    cv::rectangle(chosen, tile, 190, cv::FILLED);
    cv::rectangle(kakuro, tile, 20, cv::FILLED);
  }
  EXPECT_TRUE(has_crossword_tiles(chosen, upright, true));
  EXPECT_TRUE(has_crossword_tiles(kakuro, upright));
  for (int i = 0; i < 81; i += 4) {
    const cv::Point corner(20 + i % 9 * cell_px, 20 + i / 9 * cell_px);
    cv::putText(chosen, "1", corner + cv::Point(12, 30), cv::FONT_HERSHEY_SIMPLEX, 0.9, 255, 2);
    cv::line(kakuro, corner + cv::Point(0, 2), corner + cv::Point(cell_px - 2, cell_px), 230, 1);
    cv::putText(kakuro, "16", corner + cv::Point(20, 14), cv::FONT_HERSHEY_SIMPLEX, 0.4, 230, 1);
    cv::putText(kakuro, "8", corner + cv::Point(6, 36), cv::FONT_HERSHEY_SIMPLEX, 0.4, 230, 1);
  }
  for (int turns = 0; turns < 4; ++turns) {
    const Homography place = upright.rotated_board(turns, 9);
    EXPECT_FALSE(has_crossword_tiles(chosen, place, true)) << turns;
    EXPECT_TRUE(has_crossword_tiles(kakuro, place)) << turns;
  }
}

}  // namespace
}  // namespace gridlens
