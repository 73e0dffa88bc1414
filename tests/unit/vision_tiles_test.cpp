// Boards of tiles without lines, as programs draw them.
#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include "core/vision/finding/board_finder.h"

namespace gridlens {
namespace {

constexpr int kLeft = 300;
constexpr int kTop = 100;

TEST(Tiles, OnBothSidesOfTheBackgroundAreALattice) {
  constexpr int kCell = 24;
  cv::Mat image(720, 1000, CV_8UC1, cv::Scalar(246));
  for (int cell = 0; cell < 81; ++cell) {
    const bool given = (cell * 7 + cell / 9) % 5 < 3;
    const cv::Point at(kLeft + cell % 9 * kCell, kTop + cell / 9 * kCell);
    cv::rectangle(image, {at.x + 2, at.y + 2, kCell - 4, kCell - 4}, given ? 255 : 232, cv::FILLED);
    if (given)
      cv::putText(image, std::to_string(1 + cell % 9), {at.x + 6, at.y + 18},
                  cv::FONT_HERSHEY_SIMPLEX, 0.6, 30, 2, cv::LINE_AA);
  }
  const auto boards = find_boards(image);
  ASSERT_EQ(boards.size(), 1u);
  EXPECT_EQ(boards[0].n, 9);
  const Quad upright = boards[0].corners().rotated(boards[0].screenshot_quarter_turns.value_or(0));
  EXPECT_NEAR(upright.corners[0].x, kLeft, 3);
  EXPECT_NEAR(upright.corners[2].y, kTop + 9 * kCell, 3);
}

// Tiles, most lighter and some darker than a background with a texture and a slope. Gaps lie
// between them, and a symbol stands in every fourth. The background's edge joins the board to a
// window around it.
cv::Mat tiles_on_leather(int n, int cell_px) {
  cv::Mat image(760, 1000, CV_8UC1, cv::Scalar(0));
  image(cv::Rect(150, 20, 800, 730)).setTo(238);
  cv::Mat background = image(cv::Rect(200, 60, 700, 660));
  cv::RNG random(3);
  for (int y = 0; y < background.rows; ++y)
    for (int x = 0; x < background.cols; ++x)
      background.at<std::uint8_t>(y, x) =
          static_cast<std::uint8_t>(70 - y / 20 + random.uniform(-7, 8));
  const cv::Point origin(320, 140);
  cv::line(image, {200, 140}, {320, 140}, 110, 2);  // joins the board to the window
  for (int r = 0; r < n; ++r)
    for (int c = 0; c < n; ++c) {
      const cv::Rect tile(origin.x + c * cell_px + 2, origin.y + r * cell_px + 2, cell_px - 4,
                          cell_px - 4);
      const bool given = (r * 5 + c * 3) % 4 == 0;
      for (int y = 0; y < tile.height; ++y)
        for (int x = 0; x < tile.width; ++x) {
          auto& at = image.at<std::uint8_t>(tile.y + y, tile.x + x);
          at = static_cast<std::uint8_t>(given ? at / 2 : at + 35);
        }
      cv::rectangle(image, tile, given ? 95 : 25, 1);
      if (given)
        cv::putText(image, std::string(1, "123456789ABC"[(r + c) % n]),
                    tile.tl() + cv::Point(cell_px / 5, cell_px * 3 / 4), cv::FONT_HERSHEY_DUPLEX,
                    cell_px / 40.0, 250, 2, cv::LINE_AA);
    }
  return image;
}

TEST(Tiles, OnATextureAreFound) {
  for (const auto& [n, cell_px] : {std::pair(8, 60), {12, 36}}) {
    const auto boards = find_boards(tiles_on_leather(n, cell_px));
    ASSERT_EQ(boards.size(), 1u) << n;
    EXPECT_EQ(boards[0].n, n);
    ASSERT_TRUE(boards[0].screenshot_quarter_turns.has_value());
    const Quad upright = boards[0].corners().rotated(*boards[0].screenshot_quarter_turns);
    EXPECT_NEAR(upright.corners[0].x, 320, 4);  // a gap's width: the outermost tiles end there
    EXPECT_NEAR(upright.corners[2].y, 140 + n * cell_px, 4);
  }
}

constexpr int kPaleCellPx = 56;
constexpr int kPaleLeft = 50, kPaleTop = 90;

// Rounded tiles a few grey levels lighter and darker than the background, digits much darker.
cv::Mat pale_tiles() {
  const int cell_px = kPaleCellPx;
  cv::Mat image(700, 620, CV_8UC1, cv::Scalar(244));
  for (int i = 0; i < 81; ++i) {
    const cv::Point at(kPaleLeft + i % 9 * cell_px, kPaleTop + i / 9 * cell_px);
    const int tone = i % 5 == 0 ? 255 : i % 7 == 0 ? 238 : 231;
    const cv::Rect tile(at.x + 3, at.y + 3, cell_px - 6, cell_px - 6);
    cv::rectangle(image, tile + cv::Point(8, 0), tone, cv::FILLED);
    cv::rectangle(image, cv::Rect(tile.x + 8, tile.y, tile.width - 16, tile.height), tone,
                  cv::FILLED);
    cv::rectangle(image, cv::Rect(tile.x, tile.y + 8, tile.width, tile.height - 16), tone,
                  cv::FILLED);
    image(cv::Rect(tile.x + tile.width, tile.y, 6, tile.height)).setTo(244);
    cv::putText(image, std::string(1, "123456789"[(i * 7 + i / 9) % 9]), at + cv::Point(17, 42),
                cv::FONT_HERSHEY_DUPLEX, 1.1, i % 2 == 0 ? 30 : 95, 2, cv::LINE_AA);
  }
  return image;
}

void expect_pale_board(const cv::Mat& image, cv::Point window) {
  const auto boards = find_boards(image);
  ASSERT_EQ(boards.size(), 1u);
  EXPECT_EQ(boards[0].n, 9);
  ASSERT_TRUE(boards[0].screenshot_quarter_turns.has_value());
  const Quad upright = boards[0].corners().rotated(*boards[0].screenshot_quarter_turns);
  EXPECT_NEAR(upright.corners[0].x, window.x + kPaleLeft, 4);
  EXPECT_NEAR(upright.corners[2].y, window.y + kPaleTop + 9 * kPaleCellPx, 4);
}

TEST(Tiles, OfHardlyAnyContrastAreFoundWhole) {
  expect_pale_board(pale_tiles(), {0, 0});
}

TEST(Tiles, OfHardlyAnyContrastAreFoundInAWindowOnALargerDesktop) {
  cv::Mat desktop(900, 1600, CV_8UC1);
  for (int y = 0; y < desktop.rows; ++y)
    for (int x = 0; x < desktop.cols; ++x)
      desktop.at<std::uint8_t>(y, x) = static_cast<std::uint8_t>(100 + (x + y) / 700);
  const cv::Rect around_board(36, 76, 532, 532);
  const cv::Point window(700, 150);
  pale_tiles()(around_board).copyTo(desktop(cv::Rect(window, around_board.size())));
  expect_pale_board(desktop, window - around_board.tl());
}

}  // namespace
}  // namespace gridlens
