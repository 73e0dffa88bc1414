// Boards in bad light, looked for by a ridge filter.
#include <gtest/gtest.h>

#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/vision/finding/board_finder.h"
#include "core/vision/finding/cell_seeds.h"
#include "core/vision/finding/lattice_extent.h"
#include "core/vision/finding/ridge_filter.h"
#include "tests/unit/vision_scene.h"

namespace gridlens {
namespace {

SearchTask by_ridges() {
  SearchTask task;
  task.round = SearchRound::valleys;
  return task;
}

// What `light` (of x and y in pixels) leaves of a picture.
template <typename Light>
void shine(cv::Mat& image, const Light& light) {
  for (int y = 0; y < image.rows; ++y)
    for (int x = 0; x < image.cols; ++x) {
      auto& grey = image.at<std::uint8_t>(y, x);
      grey = cv::saturate_cast<std::uint8_t>(light(x, y, static_cast<double>(grey)));
    }
}

TEST(RidgeFilterTest, IsWhatIsDarkerThanBothItsSides) {
  cv::Mat image(120, 160, CV_8UC1, cv::Scalar(200));
  image.colRange(80, 160).setTo(90);                       // a shadow's edge, or paper's
  cv::line(image, {0, 60}, {159, 60}, cv::Scalar(80), 2);  // a line through both
  const cv::Mat ink = ridge_filter(image);
  EXPECT_EQ(cv::countNonZero(ink(cv::Rect(70, 10, 20, 40))), 0);
  for (const int x : {20, 60, 100, 140}) EXPECT_EQ(ink.at<std::uint8_t>(60, x), 255) << x;
  EXPECT_EQ(cv::countNonZero(ink(cv::Rect(10, 10, 50, 40))), 0);
}

TEST(RidgeFilterTest, LinesStandOutOfNoise) {
  cv::Mat image(200, 200, CV_8UC1, cv::Scalar(120));
  cv::line(image, {0, 100}, {199, 100}, cv::Scalar(95), 2);
  Scene noisy;
  noisy.noise_grey = 8;
  finish_scene(image, noisy);
  const cv::Mat ink = ridge_filter(image);
  EXPECT_GT(cv::countNonZero(ink.row(100)), 150);
  EXPECT_LT(cv::countNonZero(ink.rowRange(10, 90)), 0.15 * 80 * 200);
}

// One whole cell leads to the lattice around it.
TEST(CellSeedsTest, GrowIntoTheLatticeAroundThem) {
  Scene scene;
  Print print;
  print.digit_share = 0.3;
  const Homography truth = pose(scene, 9, 400, 20, 30, 70);
  const cv::Mat image = render_board(print, truth, scene);
  std::vector<CellLattice> seeds = cell_seeds(ridge_filter(image), 20);
  ASSERT_FALSE(seeds.empty());
  int whole = 0;
  for (CellLattice& seed : seeds)
    whole += settle_extent(LinePicture(image), seed) && seed.cols == 9 && seed.rows == 9 ? 1 : 0;
  EXPECT_GE(whole * 2, static_cast<int>(seeds.size()));
}

TEST(RidgeSearchTest, FindsBoardsUnderShadowsGlareAndSmear) {
  int found = 0;
  int usual = 0;
  int looked = 0;
  for (int turn = 0; turn < 4; ++turn)
    for (const std::string what : {"shadow", "glare", "smear", "dark"}) {
      Scene scene;
      scene.size = {800, 600};
      scene.seed = static_cast<unsigned>(turn + 1);
      scene.page_margin_cells = 0.6;
      scene.noise_grey = what == "dark" ? 0 : 3;
      scene.blur_px = 1.2;
      if (what == "smear") scene.motion_blur_px = 5;
      Print print;
      print.thin_cells = 0.025;
      print.thick_cells = 0.05;
      print.border_cells = 0.05;
      print.line_grey = 90;
      print.paper_grey = 190;
      print.seed = static_cast<unsigned>(turn + 1);
      const Homography truth = pose(scene, 9, 230, 23.0 * turn + 5, 12.0 * turn, 40, {30, -20});
      cv::Mat image = render_board(print, truth, scene);
      const cv::Point2d middle = truth({4.5, 4.5});
      if (what == "shadow" || what == "dark")
        shine(image, [&](double x, double y, double grey) {
          const double across = (x - middle.x) * 0.6 + (y - middle.y) * 0.8;
          return grey * (0.35 + 0.65 / (1 + std::exp(-across / 2)));
        });
      if (what == "glare")
        shine(image, [&](double x, double y, double grey) {
          const cv::Point2d p = truth({2.0, 2.5});
          const double r2 = (std::pow(x - p.x, 2) + std::pow(y - p.y, 2)) / (28.0 * 28.0);
          return grey + 350 * std::exp(-r2 / 2);
        });
      if (what == "dark") {
        image.convertTo(image, -1, 0.5);
        Scene noisy;
        noisy.noise_grey = 3;
        finish_scene(image, noisy);
      }
      ++looked;
      const auto near = [&](const std::vector<BoardCandidate>& boards) {
        return boards.size() == 1 && boards[0].n == 9 &&
               corner_error_px(boards[0].corners(), truth.outline(9)) < 3;
      };
      usual += near(find_boards(image)) ? 1 : 0;
      const bool seen = near(find_boards(image, by_ridges()));
      found += seen ? 1 : 0;
      EXPECT_TRUE(seen) << what << " " << turn;
    }
  EXPECT_GT(found, usual) << "of " << looked;
}

TEST(RidgeSearchTest, NothingInOtherLatticesNoiseAndText) {
  const auto lined = [](int columns, int rows, int cell_w, int cell_h) {
    cv::Mat image(600, 800, CV_8UC1, cv::Scalar(200));
    for (int c = 0; c <= columns; ++c)
      cv::line(image, {60 + c * cell_w, 40}, {60 + c * cell_w, 40 + rows * cell_h}, cv::Scalar(60),
               2);
    for (int r = 0; r <= rows; ++r)
      cv::line(image, {60, 40 + r * cell_h}, {60 + columns * cell_w, 40 + r * cell_h},
               cv::Scalar(60), 2);
    cv::GaussianBlur(image, image, {0, 0}, 1);
    return image;
  };
  EXPECT_TRUE(find_boards(lined(7, 6, 90, 80), by_ridges()).empty()) << "calendar";
  EXPECT_TRUE(find_boards(lined(7, 7, 70, 70), by_ridges()).empty()) << "seven by seven";
  EXPECT_TRUE(find_boards(lined(4, 12, 150, 40), by_ridges()).empty()) << "table";
  EXPECT_TRUE(find_boards(lined(12, 9, 50, 50), by_ridges()).empty()) << "twelve by nine";
  EXPECT_TRUE(find_boards(lined(11, 11, 45, 45), by_ridges()).empty()) << "eleven by eleven";
  cv::Mat noise(480, 640, CV_8UC1);
  cv::RNG random(3);
  random.fill(noise, cv::RNG::UNIFORM, 0, 255);
  EXPECT_TRUE(find_boards(noise, by_ridges()).empty()) << "noise";
  cv::Mat text(600, 800, CV_8UC1, cv::Scalar(230));
  for (int line = 0; line < 32; ++line)
    cv::putText(text, "in the year 1984 there were many", {20 + line * 29 % 70, 20 + line * 18},
                cv::FONT_HERSHEY_SIMPLEX, 0.5, cv::Scalar(30), 1, cv::LINE_AA);
  EXPECT_TRUE(find_boards(text, by_ridges()).empty()) << "text";
}

}  // namespace
}  // namespace gridlens
