// Boards of which one side is covered from the start, and lattices that only look like such.
#include <gtest/gtest.h>

#include <cmath>
#include <opencv2/imgproc.hpp>
#include <string>
#include <vector>

#include "core/vision/finding/board_finder.h"
#include "core/vision/lattice/occluded_cells.h"
#include "tests/unit/vision_scene.h"

namespace gridlens {
namespace {

Scene camera() {
  Scene scene;
  scene.blur_px = 0.8;
  return scene;
}

// Sensor noise, after all has been drawn: without it the picture counts as a drawing.
void expose(cv::Mat& image) {
  Scene sensor;
  sensor.noise_grey = 2;
  finish_scene(image, sensor);
}

cv::Mat board(const Homography& truth, const Print& print = {}) {
  return render_board(print, truth, camera());
}

// From outside beyond the board's last column inwards, slanted as an arm lies.
void lay_over(cv::Mat& image, const Homography& truth, double cells, double slant, int grey) {
  const std::vector<cv::Point> arm{truth({9 - cells - slant, -3}), truth({15, -3}), truth({15, 12}),
                                   truth({9 - cells + slant, 12})};
  cv::fillConvexPoly(image, arm, cv::Scalar(grey), cv::LINE_AA);
}

TEST(OccludedSideTest, IsCompleted) {
  for (const int grey : {150, 90, 255})  // a hand, a sleeve, a glare
    for (const double cells : {1.4, 2.2}) {
      const std::string what = std::to_string(grey) + ", cells " + std::to_string(cells);
      const Homography truth = pose(camera(), 9, 430, 90 * (grey % 4) + 4, 15, 45);
      Print print;
      print.paper_grey = 205;
      cv::Mat image = board(truth, print);
      lay_over(image, truth, cells, 0.7, grey);
      expose(image);
      const auto boards = find_boards(image);
      ASSERT_EQ(boards.size(), 1U) << what;
      EXPECT_EQ(boards[0].n, 9) << what;
      // What cannot be seen is continued as the rest runs.
      EXPECT_LT(corner_error_px(boards[0].corners(), truth.outline(9)), 6) << what;
      int occluded = 0;
      for (const auto cell : boards[0].occluded) occluded += cell;
      EXPECT_GE(occluded, 9) << what;
    }
}

// Lines may be seen on all sides of a cell that the thumb's edge cuts.
TEST(CoveredCornerTest, CellsThatAThumbCutsAreCoveredAndNoOthers) {
  for (const int thumb_grey : {150, 90})
    for (const bool shaded : {false, true})
      for (const double radius : {1.5, 2.3}) {
        const std::string what =
            std::to_string(thumb_grey) + (shaded ? " shaded " : " plain ") + std::to_string(radius);
        Print print;
        print.digit_share = 0.8;
        print.shaded_grey = shaded ? 190 : 0;
        const Homography truth = pose(camera(), 9, 360, 7, 12, 30);
        cv::Mat image = board(truth, print);
        const cv::Point2d tip(8.8, 8.7);
        std::vector<cv::Point> thumb;
        for (int angle = 0; angle < 360; angle += 4)
          thumb.push_back(truth(tip + cv::Point2d(radius * std::cos(angle * CV_PI / 180),
                                                  radius * std::sin(angle * CV_PI / 180))));
        cv::fillConvexPoly(image, thumb, cv::Scalar(thumb_grey), cv::LINE_AA);
        expose(image);
        // How far a cell's farthest point, and its nearest and that of its middle, lie from the
        // tip.
        CellFlags covered(81);
        std::vector<double> nearest, middle;
        for (int cell = 0; cell < 81; ++cell) {
          const cv::Point2d off(std::abs(cell % 9 + 0.5 - tip.x), std::abs(cell / 9 + 0.5 - tip.y));
          const auto gap = [&](double half) {
            return std::hypot(std::max(0.0, off.x - half), std::max(0.0, off.y - half));
          };
          nearest.push_back(gap(0.5));
          middle.push_back(gap(0.25));
          covered[static_cast<size_t>(cell)] = std::hypot(off.x + 0.3, off.y + 0.3) < radius;
        }
        covered[80] = 1;
        add_partly_occluded(image, LatticeWarp(truth, 9), 9, covered);
        for (size_t cell = 0; cell < 81; ++cell) {
          EXPECT_TRUE(middle[cell] > radius - 0.1 || covered[cell]) << what << " " << cell;
          EXPECT_TRUE(nearest[cell] < radius + 0.05 || !covered[cell]) << what << " " << cell;
        }
      }
}

TEST(OccludedSideTest, ATableOfFewerColumnsIsNoBoard) {
  const Homography truth = pose(camera(), 9, 430, 4, 15, 45);
  // The paper goes on, or it ends a little beyond the table's own border.
  for (const double paper_to : {20.0, 7.3}) {
    cv::Mat image = board(truth);
    const std::vector<cv::Point> beyond{truth({7.06, -1}), truth({20, -1}), truth({20, 10}),
                                        truth({7.06, 10})};
    cv::fillConvexPoly(image, beyond, cv::Scalar(225), cv::LINE_AA);
    const std::vector<cv::Point> desk{truth({paper_to, -2}), truth({20, -2}), truth({20, 11}),
                                      truth({paper_to, 11})};
    cv::fillConvexPoly(image, desk, cv::Scalar(110), cv::LINE_AA);
    expose(image);
    EXPECT_TRUE(find_boards(image).empty()) << paper_to;
  }
}

TEST(OccludedSideTest, ACornerOfABoardOfFaintLines) {
  Print print;
  print.thin_cells = 0.02;
  print.line_grey = 185;
  print.box_lines = false;
  print.border_cells = 0.05;
  const Homography truth = pose(camera(), 9, 430, 5, 12, 45);
  cv::Mat image = board(truth, print);
  cv::line(image, truth({13, 11}), truth({8.6, 8.4}), cv::Scalar(150), 120, cv::LINE_AA);
  expose(image);
  const auto boards = find_boards(image);
  ASSERT_EQ(boards.size(), 1U);
  EXPECT_EQ(boards[0].n, 9);
  EXPECT_LT(corner_error_px(boards[0].corners(), truth.outline(9)), 2);
}

// Sharpening draws a dark rim on both sides of each light line.
TEST(PolarityTest, ADarkBoardIsNoLightOneWithDarkRims) {
  for (const int line : {60, 110}) {
    Print print;
    print.inverted = true;
    print.paper_grey = 215;  // and all of it turned round
    print.line_grey = line;
    print.box_lines = false;
    print.thin_cells = 0.03;
    print.border_cells = 0.03;
    print.shaded_grey = 190;
    const Homography truth = pose(camera(), 9, 480, 6, 12, 45);
    Scene page = camera();
    page.desk_grey = 230;
    page.page_margin_cells = 0.05;
    cv::Mat image = render_board(print, truth, page);
    cv::Mat soft;
    cv::GaussianBlur(image, soft, {}, 2.0);
    cv::addWeighted(image, 2.0, soft, -1.0, 0, image);
    expose(image);
    const auto boards = find_boards(image);
    ASSERT_EQ(boards.size(), 1U) << line;
    EXPECT_TRUE(boards[0].light_on_dark) << line;
    EXPECT_LT(corner_error_px(boards[0].corners(), truth.outline(9)), 2) << line;
  }
}

TEST(BoxesTest, OfSixteenCellsWithFaintLinesAreNoCells) {
  Print print;
  print.shape = {4, 4};
  print.thin_cells = 0.016;
  print.digit_share = 0.5;
  const Homography truth = pose(camera(), 16, 600, 2, 8, 45);
  cv::Mat image = board(truth, print);
  expose(image);
  const auto boards = find_boards(image);
  ASSERT_EQ(boards.size(), 1U);
  EXPECT_EQ(boards[0].n, 16);
}

}  // namespace
}  // namespace gridlens
