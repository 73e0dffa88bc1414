#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/vision/rectify.h"
#include "core/vision/sheet_map.h"

namespace gridlens {
namespace {

// Where the map says that a pixel comes from.
cv::Point2d mapped(const SheetMap& map, int x, int y) {
  const auto whole = map.pixels.at<cv::Vec2s>(y, x);
  const int beyond = map.fractions.at<std::uint16_t>(y, x);
  return {whole[0] + beyond % 32 / 32.0, whole[1] + beyond / 32 / 32.0};
}

// The farthest that any pixel is off its place.
double farthest_off(const BoardCandidate& board, int over) {
  SheetRows rows(board, over);
  const int side = (board.n * CellSheet::kCellPx + 2 * CellSheet::kMarginPx) * over;
  EXPECT_EQ(rows.side_px(), side);
  constexpr int kStrip = 7;
  double off = 0;
  for (int y = 0; y < side; ++y) {
    const SheetMap& map = rows.strip(y - y % kStrip, std::min(kStrip, side - (y - y % kStrip)));
    EXPECT_EQ(map.pixels.cols, side);
    EXPECT_EQ(map.fractions.size(), map.pixels.size());
    for (int x = 0; x < side; ++x) {
      const auto board_from_sheet = [&](int i) {
        return ((i + 0.5) / over - CellSheet::kMarginPx) / CellSheet::kCellPx;
      };
      const cv::Point2d p(board_from_sheet(x), board_from_sheet(y));
      const cv::Point2d at = board.image_from_board(p + board.bend(p));
      off = std::max(off, cv::norm(mapped(map, x, y % kStrip) - at));
    }
  }
  return off;
}

BoardCandidate slanted(int n, double cell_px) {
  const double side = n * cell_px;
  BoardCandidate board;
  board.n = n;
  board.bend = BoardBend(n);
  board.image_from_board = Homography::image_from_board(
      Quad{{cv::Point2d(40.3, 25.8), cv::Point2d(40.3 + side, 31.2),
            cv::Point2d(28.9 + 0.9 * side, 0.95 * side), cv::Point2d(33.3, 20.1 + 0.9 * side)}},
      n);
  return board;
}

TEST(SheetMap, OfAFlatBoardIsRoundedAndNoMore) {
  for (const int n : {4, 9, 16, 25})
    for (const int over : {1, 2, 3})
      EXPECT_LT(farthest_off(slanted(n, 31 * over), over), std::sqrt(2) / 64 + 1e-3);
}

TEST(SheetMap, OfABentBoardFollowsTheBend) {
  for (const int n : {4, 9, 16})
    for (const int over : {1, 2, 3}) {
      BoardCandidate board = slanted(n, 31 * over);
      BoardBend::Terms bow{};
      bow[3] = 0.2;  // some curved one
      bow[8] = -0.1;
      board.bend.add(bow, bow, 1);
      ASSERT_GT(board.bend.largest(), 0.05);
      // The cubic's own 0.05 of a pitch of 8 pixels both ways, 1.35 pixels of the picture each.
      EXPECT_LT(farthest_off(board, over), 0.05 * 8 * std::sqrt(2) * 1.35) << n << " " << over;
      // A board that is not bent so much goes by its homography alone.
      board.bend = BoardBend(n);
      EXPECT_LT(farthest_off(board, over), 0.03);
    }
}

}  // namespace
}  // namespace gridlens
