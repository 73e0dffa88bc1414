// Where things land: proves the half-pixel convention and the perspective to a tenth of a pixel by
// measuring drawn pictures, not by computing the same matrices again.
#include <gtest/gtest.h>

#include <cmath>
#include <opencv2/imgproc.hpp>

#include "render/gl_error.h"
#include "tests/unit/render_fixture.h"

namespace gridlens {
namespace {

class RenderGeometry : public RenderTest {};

constexpr Rgba kBlack{0, 0, 0, 1};

cv::Mat white(cv::Size size) {
  return {size, CV_8UC3, cv::Scalar::all(255)};
}

// Centre of the darkness in `area`: sub-pixel place of a small dark mark on white.
cv::Point2d dark_centre(const cv::Mat& picture, cv::Rect area) {
  double sum = 0, x_sum = 0, y_sum = 0;
  area &= cv::Rect({}, picture.size());
  for (int y = area.y; y < area.y + area.height; ++y) {
    for (int x = area.x; x < area.x + area.width; ++x) {
      const double dark = 255.0 - picture.at<cv::Vec3b>(y, x)[1];
      sum += dark;
      x_sum += dark * x;
      y_sum += dark * y;
    }
  }
  return {x_sum / sum, y_sum / sum};
}

cv::Rect around(cv::Point2d place, int radius) {
  return {static_cast<int>(std::lround(place.x)) - radius,
          static_cast<int>(std::lround(place.y)) - radius, 2 * radius + 1, 2 * radius + 1};
}

TEST_F(RenderGeometry, PictureComesBackUnchanged) {
  cv::Mat picture(61, 83, CV_8UC3);
  cv::theRNG().state = 7;
  cv::randu(picture, 0, 256);
  EXPECT_EQ(cv::norm(draw(picture, {}), picture, cv::NORM_INF), 0);
  cv::Mat mirrored;
  cv::flip(picture, mirrored, 1);
  EXPECT_EQ(cv::norm(draw(picture, {}, true), mirrored, cv::NORM_INF), 0);
}

TEST_F(RenderGeometry, PictureWithAnyStepIsUploadedRight) {
  cv::Mat large(70, 90, CV_8UC3);
  cv::randu(large, 0, 256);
  const cv::Mat part = large(cv::Rect(7, 5, 51, 33));
  EXPECT_EQ(cv::norm(draw(part, {}), part, cv::NORM_INF), 0);
  // A step that is no multiple of a pixel, as some cameras' buffers have.
  std::vector<uchar> memory(33 * 160, 0);
  cv::Mat padded(33, 51, CV_8UC3, memory.data(), 160);
  part.copyTo(padded);
  EXPECT_EQ(cv::norm(draw(padded, {}), part, cv::NORM_INF), 0);
}

// A rectangle whose edges lie on pixel edges (x.5) fills exactly these pixels, sharp.
TEST_F(RenderGeometry, IntegersArePixelCentres) {
  PlacedOverlay board{Homography(), 1, {}};  // board units are pixels
  board.overlay.rects = {{9.5, 19.5, 5, 3, kBlack}};
  const cv::Mat drawn = draw(white({40, 40}), {board});
  cv::Mat expected = white({40, 40});
  expected(cv::Rect(10, 20, 5, 3)).setTo(cv::Scalar::all(0));
  EXPECT_EQ(cv::norm(drawn, expected, cv::NORM_INF), 0);
}

// On a bent board marks, digits' cells and long strokes follow the bend.
TEST_F(RenderGeometry, PaintFollowsTheBendOfThePaper) {
  const cv::Size size(640, 480);
  const Quad quad{{{{141.3, 60.7}, {530.9, 68.2}, {560.4, 440.1}, {85.6, 415.8}}}};
  PlacedOverlay board{Homography::image_from_board(quad, 9), 9, {}};
  board.bend = BoardBend(9);
  BoardBend::Terms y{};
  y[0] = -0.3;  // 0.3 (x^2 - 1): the middle is lifted by a third of a cell, the corners are not
  y[3] = 0.3;
  board.bend.add({}, y, 1);
  const auto bent = [&](cv::Point2d p) { return board.image_from_board(p + board.bend(p)); };
  const std::vector<cv::Point2d> places = {{0.5, 1.5}, {4.5, 1.5}, {8.5, 1.5}, {4.5, 7.5}};
  for (const cv::Point2d& place : places) {
    const double side = 6 / board.image_from_board.cell_size_px(place);
    board.overlay.rects.push_back({place.x - side / 2, place.y - side / 2, side, side, kBlack});
  }
  board.overlay.strokes.push_back({{{0, 4}, {9, 4}}, 0.1, false, kBlack});
  const cv::Mat drawn = draw(white(size), {board});
  for (const cv::Point2d& place : places) {
    const cv::Point2d seen = dark_centre(drawn, around(bent(place), 9));
    EXPECT_NEAR(seen.x, bent(place).x, 0.15) << place;
    EXPECT_NEAR(seen.y, bent(place).y, 0.15) << place;
  }
  for (const double x : {0.5, 2.0, 4.5, 7.3, 8.5}) {
    const cv::Point2d wanted = bent({x, 4});
    const cv::Point2d seen = dark_centre(drawn, around(wanted, 7));
    EXPECT_NEAR(seen.y, wanted.y, 0.8) << x;  // pieces of a cell's length cut the curve short
  }
}

// Small marks at known places of a steeply tilted board land where the homography says.
TEST_F(RenderGeometry, MarksLandOnTheirPlaceUnderStrongPerspective) {
  const cv::Size size(640, 480);
  const Quad quad{{{{241.3, 60.7}, {430.9, 88.2}, {610.4, 440.1}, {35.6, 395.8}}}};
  PlacedOverlay board{Homography::image_from_board(quad, 9), 9, {}};
  const std::vector<cv::Point2d> places = {{0, 0},     {9, 0},     {9, 9},    {0, 9},
                                           {4.5, 4.5}, {2.5, 7.5}, {8.5, 1.5}};
  for (const cv::Point2d& place : places) {
    // 6 px across, so that the perspective inside the mark does not move its centre.
    const double side = 6 / board.image_from_board.cell_size_px(place);
    board.overlay.rects.push_back({place.x - side / 2, place.y - side / 2, side, side, kBlack});
  }
  const cv::Mat drawn = draw(white(size), {board});
  for (const cv::Point2d& place : places) {
    const cv::Point2d wanted = board.image_from_board(place);
    const cv::Point2d seen = dark_centre(drawn, around(wanted, 9));
    EXPECT_NEAR(seen.x, wanted.x, 0.1) << place;
    EXPECT_NEAR(seen.y, wanted.y, 0.1) << place;
  }
  const cv::Mat mirrored = draw(white(size), {board}, true);
  for (const cv::Point2d& place : places) {
    const cv::Point2d wanted(size.width - 1 - board.image_from_board(place).x,
                             board.image_from_board(place).y);
    const cv::Point2d seen = dark_centre(mirrored, around(wanted, 9));
    EXPECT_NEAR(seen.x, wanted.x, 0.1) << place;
    EXPECT_NEAR(seen.y, wanted.y, 0.1) << place;
  }
}

// The outline's centre line runs through the corners: its darkness is centred on the edges.
TEST_F(RenderGeometry, StrokeIsCentredOnItsLine) {
  PlacedOverlay board{Homography(cv::Matx33d(20, 0, 30.3, 0, 20, 15.8, 0, 0, 1)), 4, {}};
  board.overlay.strokes = {{{{0, 0}, {4, 0}, {4, 4}, {0, 4}}, 0.17, true, kBlack}};
  const cv::Mat drawn = draw(white({150, 120}), {board});
  EXPECT_NEAR(dark_centre(drawn, {60, 8, 20, 20}).y, 15.8, 0.05);
  EXPECT_NEAR(dark_centre(drawn, {60, 80, 20, 30}).y, 95.8, 0.05);
  EXPECT_NEAR(dark_centre(drawn, {20, 40, 20, 20}).x, 30.3, 0.05);
  // Its width is what was asked for: the darkness of a cross-section adds up to 3.4 px.
  double dark = 0;
  for (int y = 8; y < 28; ++y) dark += (255 - drawn.at<cv::Vec3b>(y, 70)[1]) / 255.0;
  EXPECT_NEAR(dark, 3.4, 0.05);
}

// Thin strokes fade instead of staying one pixel wide.
TEST_F(RenderGeometry, HairlineKeepsItsDarkness) {
  PlacedOverlay board{Homography(), 4, {}};
  board.overlay.strokes = {{{{5, 20.2}, {95, 20.2}}, 0.3, false, kBlack}};
  const cv::Mat drawn = draw(white({100, 40}), {board});
  double dark = 0;
  for (int y = 10; y < 30; ++y) dark += (255 - drawn.at<cv::Vec3b>(y, 50)[1]) / 255.0;
  EXPECT_NEAR(dark, 0.3, 0.02);
}

// No place of a see-through outline is painted twice, its corners included.
TEST_F(RenderGeometry, SeeThroughOutlineIsEven) {
  const Quad quad{{{{20, 22}, {180, 30}, {170, 130}, {30, 140}}}};
  PlacedOverlay board{Homography::image_from_board(quad, 9), 9, {}};
  board.overlay.strokes = {{{{0, 0}, {9, 0}, {9, 9}, {0, 9}}, 0.6, true, {0, 0, 0, 0.5f}}};
  double darkest = 255;
  cv::Mat grey;
  cv::cvtColor(draw(white({200, 160}), {board}), grey, cv::COLOR_BGR2GRAY);
  cv::minMaxLoc(grey, &darkest);
  EXPECT_GE(darkest, 126);
}

// A digit's ink is centred in its cell at every size, and as tall as asked.
TEST_F(RenderGeometry, DigitsAreCentredAndAsTallAsAsked) {
  for (const double cell : {12.0, 40.0, 230.0}) {
    SCOPED_TRACE(cell);
    const int side = static_cast<int>(cell * 3);
    PlacedOverlay board{Homography(cv::Matx33d(cell, 0, 0, 0, cell, 0, 0, 0, 1)), 3, {}};
    board.overlay.glyphs = {{1.5, 1.5, 0.6, "H", kBlack}};
    const cv::Mat drawn = draw(white({side, side}), {board});
    const cv::Point2d centre = dark_centre(drawn, {0, 0, side, side});
    EXPECT_NEAR(centre.x, 1.5 * cell, 0.12 + cell * 0.002);
    EXPECT_NEAR(centre.y, 1.5 * cell, 0.12 + cell * 0.002);
    // Height: rows that show the two stems, parts of rows at top and bottom counted as parts.
    cv::Mat grey, rows;
    cv::cvtColor(drawn, grey, cv::COLOR_BGR2GRAY);
    cv::reduce(255 - grey, rows, 1, cv::REDUCE_SUM, CV_64F);
    const double stems = rows.at<double>(static_cast<int>(1.36 * cell));  // above the bar
    double height = 0;
    for (int y = 0; y < rows.rows; ++y) height += std::min(rows.at<double>(y) / stems, 1.0);
    EXPECT_NEAR(height, 0.6 * cell, 0.25 + cell * 0.004);
  }
}

// In a mirrored picture digits stand in the mirrored cell but read normally.
TEST_F(RenderGeometry, MirroredDigitsStayReadable) {
  const cv::Matx33d map(40, 0, 10, 0, 40, 10, 0, 0, 1);
  PlacedOverlay left{Homography(map), 3, {}};
  left.overlay.glyphs = {{0.5, 1.5, 0.7, "7", kBlack}};
  PlacedOverlay right = left;
  right.overlay.glyphs[0].x = 2.5;
  const cv::Size size(139, 139);  // the board's middle is the picture's middle: x = 69
  right.image_from_board = left.image_from_board =
      Homography(cv::Matx33d(40, 0, 9, 0, 40, 9, 0, 0, 1));
  const cv::Mat mirrored = draw(white(size), {left}, true);
  const cv::Mat plain = draw(white(size), {right}, false);
  EXPECT_LE(cv::norm(mirrored, plain, cv::NORM_INF), 2);
}

// An overlay behind the camera, flat, not a number or negated does no harm.
TEST_F(RenderGeometry, StrangeHomographies) {
  const Quad quad{{{{40, 30}, {120, 25}, {130, 100}, {30, 110}}}};
  PlacedOverlay board{Homography::image_from_board(quad, 9), 9, {}};
  board.overlay.glyphs = {{4.5, 4.5, 0.7, "5", kBlack}};
  board.overlay.label = OverlayLabel{"solved", {1, 1, 1, 1}, kBlack};
  const cv::Mat wanted = draw(white({160, 120}), {board});
  ASSERT_GT(cv::norm(wanted, white({160, 120}), cv::NORM_INF), 200);

  PlacedOverlay negated = board;
  negated.image_from_board = Homography(-3.0 * board.image_from_board.matrix());
  EXPECT_LE(cv::norm(draw(white({160, 120}), {negated}), wanted, cv::NORM_INF), 1);

  for (const cv::Matx33d& matrix :
       {cv::Matx33d::zeros(), cv::Matx33d::all(std::nan("")), cv::Matx33d::ones()}) {
    PlacedOverlay broken = board;
    broken.image_from_board = Homography(matrix);
    EXPECT_NO_THROW(draw(white({160, 120}), {broken}));
  }
}

}  // namespace
}  // namespace gridlens
