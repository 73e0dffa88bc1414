#include "core/pipeline/page_looks.h"

#include <gtest/gtest.h>

#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/display/board_overlay.h"
#include "tests/unit/sample_puzzle.h"

namespace gridlens {
namespace {

constexpr double kCellPx = 36;
constexpr const char* kSampleSolution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";

class PageLooksTest : public testing::Test {
 protected:
  // The puzzle as bars of `height` cells; the board wanders and the light flickers a little.
  void show(double height, int light = 230, bool still = false) {
    const double wander = 0.4 * std::sin(pictures_ * 1.7);
    cv::Mat picture(400, 400, CV_8UC3, cv::Scalar::all(light));
    for (int cell = 0; cell < 81; ++cell) {
      if (board_.clues->at(cell) == 0) continue;
      const cv::Point2d middle(20 + wander + (cell % 9 + 0.5) * kCellPx,
                               20 + (cell / 9 + 0.5) * kCellPx);
      const auto fixed = [](double value) { return static_cast<int>(std::lround(value * 16)); };
      const cv::Point low(fixed(middle.x - 2), fixed(middle.y - height * kCellPx / 2));
      const cv::Point high(fixed(middle.x + 2), fixed(middle.y + height * kCellPx / 2 - 1));
      cv::rectangle(picture, low, high, cv::Scalar::all(20), cv::FILLED, cv::LINE_AA, 4);
    }
    cv::Mat noise(picture.size(), CV_8UC3);
    cv::randn(noise, 20, 4);
    picture += noise - cv::Scalar::all(20);
    frame_.bgr = picture;
    frame_.still = still;
    frame_.time_ms = pictures_ * 40.0;
    board_.image_from_board =
        Homography(cv::Matx33d(kCellPx, 0, 20 + wander, 0, kCellPx, 20, 0, 0, 1));
    FrameResult result{frame_, {board_}, {}};
    looks_.see(result);
    shown_ = result.boards.front();
    ++pictures_;
  }
  void SetUp() override {
    cv::theRNG().state = 7;
    board_.id = 1;
    board_.n = 9;
    board_.shape = Shape{3, 3};
    board_.alphabet = Alphabet{};
    board_.bend = BoardBend(9);
    board_.clues = grid_of(kSamplePuzzle);
    board_.state = BoardState::solved;
  }
  void solve() { board_.solution = grid_of(kSampleSolution); }

  PageLooks looks_;
  Frame frame_;
  BoardResult board_, shown_;
  int pictures_ = 0;
};

TEST_F(PageLooksTest, PrintIsMeasuredAndThenStays) {
  show(0.55);
  ASSERT_TRUE(shown_.look);
  EXPECT_NEAR(shown_.look->print.height, 0.55, 0.03);
  for (int i = 0; i < 40; ++i) show(0.55);
  const PrintLook settled = shown_.look->print;
  EXPECT_NEAR(settled.height, 0.55, 0.02);
  const Rgba background = shown_.look->background[2].colour;
  for (int i = 0; i < 60; ++i) {
    show(0.55);
    EXPECT_EQ(shown_.look->print.height, settled.height);
    EXPECT_EQ(shown_.look->print.x, settled.x);
    EXPECT_EQ(shown_.look->print.stroke, settled.stroke);
    EXPECT_EQ(shown_.look->background[2].colour, background) << "noise is not followed";
  }
}

TEST_F(PageLooksTest, LightIsFollowed) {
  for (int i = 0; i < 10; ++i) show(0.5, 230);
  EXPECT_NEAR(shown_.look->background[2].colour.g, 230 / 255.0, 0.03);
  for (int i = 0; i < 10; ++i) show(0.5, 90);
  EXPECT_NEAR(shown_.look->background[2].colour.g, 90 / 255.0, 0.03);
}

TEST_F(PageLooksTest, AnotherPageIsMeasuredAfresh) {
  for (int i = 0; i < 40; ++i) show(0.4);
  Grid other(Shape{3, 3});
  for (int cell = 0; cell < 81; ++cell)
    if (const int value = board_.clues->at(cell); value > 0) other.set(cell, value % 9 + 1);
  board_.clues = other;
  show(0.6);
  EXPECT_NEAR(shown_.look->print.height, 0.6, 0.03);
}

TEST_F(PageLooksTest, SolutionFadesInByTheFramesTimes) {
  show(0.5);
  EXPECT_FALSE(std::isfinite(shown_.solved_for_ms)) << "not solved yet";
  solve();
  float before = 0;
  for (int i = 0; i < 12; ++i) {
    show(0.5);
    EXPECT_NEAR(shown_.solved_for_ms, i * 40.0, 1e-6);
    const BoardOverlay overlay = overlay_for(shown_, {});
    ASSERT_FALSE(overlay.glyphs.empty());
    const float alpha = overlay.glyphs.front().colour.a;
    EXPECT_GE(alpha, before);
    if (i == 0) {
      EXPECT_LT(alpha, 0.3f);
    } else if (i == 3) {
      EXPECT_LT(alpha, 0.9f);
    } else if (i >= 8) {
      EXPECT_EQ(alpha, 1);
    }
    before = alpha;
  }
}

TEST_F(PageLooksTest, StillsAreShownAtOnce) {
  solve();
  show(0.5, 230, /*still=*/true);
  EXPECT_EQ(overlay_for(shown_, {}).glyphs.front().colour.a, 1);
}

TEST_F(PageLooksTest, DigitsAreOfThePrintsHeight) {
  solve();
  show(0.62, 230, true);
  for (const OverlayGlyphs& glyphs : overlay_for(shown_, {}).glyphs)
    EXPECT_NEAR(glyphs.height, 0.62, 0.03);
}

}  // namespace
}  // namespace gridlens
