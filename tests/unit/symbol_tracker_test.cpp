#include "core/vision/symbol_tracker.h"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>
#include <string>

namespace gridlens {
namespace {

constexpr int kCells = 9;
constexpr const char* kDigits =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
const Homography kFirst = Homography::image_from_board(
    Quad{{cv::Point2d{180, 90}, {590, 120}, {560, 520}, {150, 480}}}, kCells);

// Digits on a background without lines, seen at a place; `from_row`: those above are covered.
cv::Mat picture_of(const Homography& image_from_board, int from_row = 0) {
  constexpr int kCellPx = 50;
  cv::Mat page(kCells * kCellPx, kCells * kCellPx, CV_8U, cv::Scalar(200));
  for (int cell = from_row * kCells; cell < kCells * kCells; ++cell) {
    if (kDigits[cell] == '.') continue;
    cv::putText(page, std::string(1, kDigits[cell]),
                {cell % kCells * kCellPx + 14, cell / kCells * kCellPx + 38},
                cv::FONT_HERSHEY_SIMPLEX, 1, {60}, 3, cv::LINE_AA);
  }
  const cv::Matx33d board_from_page(1.0 / kCellPx, 0, 0.5 / kCellPx, 0, 1.0 / kCellPx,
                                    0.5 / kCellPx, 0, 0, 1);
  cv::Mat picture;
  cv::warpPerspective(page, picture, image_from_board.matrix() * board_from_page, {720, 600},
                      cv::INTER_AREA, cv::BORDER_CONSTANT, {200});
  return picture;
}

Homography moved(cv::Point2d by) {
  Quad quad = kFirst.outline(kCells);
  for (cv::Point2d& corner : quad.corners) corner += by;
  quad.corners[2] += cv::Point2d(5, -4);  // turned and tilted a little, too
  return Homography::image_from_board(quad, kCells);
}

BoardCutout sight_of(const cv::Mat& picture) {
  return {picture, cv::Rect(0, 0, picture.cols, picture.rows)};
}

TEST(SymbolTracker, FindsABoardByItsSymbols) {
  SymbolTracker symbols;
  symbols.remember(sight_of(picture_of(kFirst)), kFirst, kCells);
  for (const cv::Point2d by : {cv::Point2d{0, 0}, {6, -5}, {-8, 7}}) {
    const Homography truth = moved(by);
    const auto found = symbols.find(sight_of(picture_of(truth)), kFirst);
    ASSERT_TRUE(found);
    EXPECT_LT(
        max_corner_distance_px(found->image_from_board.outline(kCells), truth.outline(kCells)),
        1.0);
    EXPECT_GT(found->lattice_score, 0.95);
  }
}

TEST(SymbolTracker, NamesTheSymbolsThatAreCovered) {
  SymbolTracker symbols;
  symbols.remember(sight_of(picture_of(kFirst)), kFirst, kCells);
  const auto found = symbols.find(sight_of(picture_of(kFirst, 2)), kFirst);
  ASSERT_TRUE(found);
  for (int cell = 0; cell < kCells * kCells; ++cell)
    EXPECT_EQ(found->occluded[static_cast<size_t>(cell)] != 0, cell < 18 && kDigits[cell] != '.')
        << cell;
  EXPECT_FALSE(symbols.find(sight_of(picture_of(kFirst, 6)), kFirst));  // most are gone
}

TEST(SymbolTracker, FindsNothingOnAnotherPage) {
  SymbolTracker symbols;
  symbols.remember(sight_of(picture_of(kFirst)), kFirst, kCells);
  EXPECT_FALSE(symbols.find(sight_of(picture_of(moved({140, 60}))), kFirst));
  EXPECT_FALSE(symbols.find(sight_of(cv::Mat(600, 720, CV_8U, cv::Scalar(200))), kFirst));
}

}  // namespace
}  // namespace gridlens
