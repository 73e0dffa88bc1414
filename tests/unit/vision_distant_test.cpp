// Boards so far away that a soft camera swallows their thin lines.
#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>
#include <random>
#include <string>

#include "core/vision/board_tracker.h"
#include "core/vision/finding/board_finder.h"
#include "core/vision/finding/distant_board.h"
#include "tests/unit/vision_scene.h"

namespace gridlens {
namespace {

constexpr double kSidePx = 84;

Scene far_scene() {
  Scene scene;
  scene.size = {640, 480};
  return scene;
}

void soften(cv::Mat& image) {
  Scene how = far_scene();
  how.blur_px = 0.9;
  how.noise_grey = 1.5;
  finish_scene(image, how);
}

Print hairlines() {
  Print print;
  print.thin_cells = 0.004;
  print.thick_cells = 0.07;
  return print;
}

cv::Mat far_board(const Homography& image_from_board, const Print& print) {
  cv::Mat image = render_board(print, image_from_board, far_scene());
  soften(image);
  return image;
}

TEST(DistantBoardTest, IsFoundByItsBoxesAndDigits) {
  int found_so = 0;
  for (const unsigned seed : {1U, 2U, 3U, 4U}) {
    const Homography truth = pose(far_scene(), 9, kSidePx, 7.0 * seed, 10, 30, {3.5 * seed, -8});
    Print print = hairlines();
    print.seed = seed;
    const auto boards = find_boards(far_board(truth, print));
    ASSERT_EQ(boards.size(), 1U) << seed;
    EXPECT_EQ(boards[0].n, 9) << seed;
    EXPECT_LT(corner_error_px(boards[0].corners(), truth.outline(9)), 1.0) << seed;
    found_so += boards[0].seen == LatticeSeen::box_lines;
  }
  EXPECT_GE(found_so, 2) << "the thin lines show: these are no distant boards";
}

TEST(DistantBoardTest, OfAnySizeIsFoundAndFollowed) {
  for (const Shape shape : {Shape{2, 4}, Shape{4, 2}, Shape{3, 4}}) {
    const int n = shape.n();
    Print print = hairlines();
    print.shape = shape;
    const auto at = [n](int frame) {
      return pose(far_scene(), n, 9.5 * n + 0.2 * frame, 6 + 0.3 * frame, 10, 30,
                  {1.5 * frame, 1.0 * frame});
    };
    const auto boards = find_boards(far_board(at(0), print));
    ASSERT_EQ(boards.size(), 1U) << shape.to_string();
    EXPECT_EQ(boards[0].n, n) << shape.to_string();
    EXPECT_EQ(boards[0].seen, LatticeSeen::box_lines) << shape.to_string();
    ASSERT_FALSE(boards[0].shapes.empty());
    EXPECT_EQ(boards[0].shapes[0].shape, shape);
    EXPECT_LT(corner_error_px(boards[0].corners(), at(0).outline(n)), 1.0) << shape.to_string();
    BoardTracker tracker(boards[0]);
    for (int frame = 0; frame < 6; ++frame) {
      const auto seen = tracker.track(far_board(at(frame), print), 33.0 * frame);
      ASSERT_TRUE(seen) << shape.to_string() << ' ' << frame;
      EXPECT_LT(corner_error_px(seen->image_from_board.outline(n), at(frame).outline(n)), 1.0)
          << shape.to_string() << ' ' << frame;
      EXPECT_EQ(seen->occluded.size(), static_cast<size_t>(n * n));
    }
  }
}

TEST(DistantBoardTest, WithAFaintBrokenBorderIsFound) {
  for (const unsigned seed : {1U, 2U, 3U}) {
    const Homography truth = pose(far_scene(), 9, kSidePx, 5.0 * seed, 10, 30, {2.5 * seed, -8});
    Print print = hairlines();
    print.seed = seed;
    print.thick_cells = print.border_cells = 0.06;
    print.line_grey = 120;
    const auto boards = find_boards(far_board(truth, print));
    ASSERT_EQ(boards.size(), 1U) << seed;
    EXPECT_EQ(boards[0].n, 9) << seed;
    EXPECT_LT(corner_error_px(boards[0].corners(), truth.outline(9)), 1.5) << seed;
  }
}

TEST(DistantBoardTest, IsFollowed) {
  const auto at = [](int frame) {
    return pose(far_scene(), 9, kSidePx + 0.3 * frame, 8 + 0.4 * frame, 10, 30,
                {2.0 * frame, 1.0 * frame});
  };
  const auto boards = find_boards(far_board(at(0), hairlines()));
  ASSERT_EQ(boards.size(), 1U);
  ASSERT_EQ(boards[0].seen, LatticeSeen::box_lines);
  BoardTracker tracker(boards[0]);
  for (int frame = 0; frame < 12; ++frame) {
    const auto seen = tracker.track(far_board(at(frame), hairlines()), 33.0 * frame);
    ASSERT_TRUE(seen) << frame;
    EXPECT_LT(corner_error_px(seen->image_from_board.outline(9), at(frame).outline(9)), 1.0)
        << frame;
    EXPECT_EQ(seen->occluded.size(), 81U);
  }
  cv::Mat gone(480, 640, CV_8UC1, cv::Scalar(150));
  soften(gone);
  EXPECT_FALSE(tracker.track(gone, 33.0 * 12));
}

// Three by three fields with anything but the digits of a Sudoku.
class DistantTable : public testing::Test {
 protected:
  cv::Mat empty_table() {
    Print print = hairlines();
    print.thin_cells = 0;
    print.digit_share = 0;
    return render_board(print, truth_, far_scene());
  }
  size_t found_in(cv::Mat image) {
    soften(image);
    EXPECT_FALSE(find_distant_board(LinePicture(image), truth_.outline(9)));
    return find_boards(image).size();
  }
  const Homography truth_ = pose(far_scene(), 9, kSidePx, 0, 0, 0);
};

TEST_F(DistantTable, OfNothingIsNoBoard) {
  EXPECT_EQ(found_in(empty_table()), 0U);
}

TEST_F(DistantTable, OfOneDigitAFieldIsNoBoard) {
  cv::Mat image = empty_table();
  for (int box = 0; box < 9; ++box) {
    const cv::Point2d at = truth_({box % 3 * 3 + 1.5, box / 3 * 3 + 1.5});
    cv::putText(image, std::to_string(box + 1), cv::Point(cvRound(at.x) - 5, cvRound(at.y) + 5),
                cv::FONT_HERSHEY_SIMPLEX, 0.5, cv::Scalar(30), 1, cv::LINE_AA);
  }
  EXPECT_EQ(found_in(image), 0U);
}

TEST_F(DistantTable, OfTextIsNoBoard) {
  for (const unsigned seed : {1U, 2U, 3U, 4U, 5U, 6U}) {
    cv::Mat image = empty_table();
    std::mt19937 random(seed);
    for (int box = 0; box < 9; ++box)
      for (int line = 0; line < 4; ++line) {
        const cv::Point2d from = truth_({box % 3 * 3 + 0.25, box / 3 * 3 + 0.45 + 0.65 * line});
        double x = from.x;
        const double end = truth_({box % 3 * 3 + 2.8, 0}).x;
        while (x < end - 2) {  // words, as far as such small ones can be told
          const double word = 2 + random() % 8;
          cv::rectangle(image, cv::Point2d(x, from.y),
                        cv::Point2d(std::min(end, x + word), from.y + 2), cv::Scalar(90),
                        cv::FILLED);
          x += word + 3;
        }
      }
    EXPECT_EQ(found_in(image), 0U) << seed;
  }
}

}  // namespace
}  // namespace gridlens
