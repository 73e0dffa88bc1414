#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/vision/rectify.h"
#include "core/vision/rectify_map.h"
#include "core/vision/rectify_sampler.h"

namespace gridlens {
namespace {

// The farthest that any pixel is off its place.
double farthest_off(const BoardCandidate& board, int over) {
  RectifyRows rows(board, over);
  const int side = (board.n * RectifiedBoard::kCellPx + 2 * RectifiedBoard::kMarginPx) * over;
  EXPECT_EQ(rows.side_px(), side);
  double off = 0;
  for (int y = 0; y < side; ++y) {
    const PlaceRow& row = rows.row(y);
    EXPECT_GE(row.xs.size(), static_cast<size_t>(side));
    EXPECT_EQ(row.xs.size(), row.ys.size());
    for (int x = 0; x < side; ++x) {
      const auto board_from_rectified = [&](int i) {
        return ((i + 0.5) / over - RectifiedBoard::kMarginPx) / RectifiedBoard::kCellPx;
      };
      const cv::Point2d p(board_from_rectified(x), board_from_rectified(y));
      const cv::Point2d at = board.image_from_board(p + board.bend(p));
      const auto i = static_cast<size_t>(x);
      off = std::max(off, cv::norm(cv::Point2d(row.xs[i], row.ys[i]) / 32.0 - at));
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

TEST(RectifyMap, OfAFlatBoardIsRoundedAndNoMore) {
  for (const int n : {4, 9, 16, 25})
    for (const int over : {1, 2, 3})
      EXPECT_LT(farthest_off(slanted(n, 31 * over), over), std::sqrt(2) / 64 + 1e-3);
}

TEST(RectifyMap, OfABentBoardFollowsTheBend) {
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

// The rectified board as OpenCV works it out from the same places.
cv::Mat by_opencv(const cv::Mat& picture, RectifyRows& rows, int over) {
  const int side = rows.side_px();
  cv::Mat xs(side, side, CV_32F), ys(side, side, CV_32F);
  for (int y = 0; y < side; ++y) {
    const PlaceRow& row = rows.row(y);
    for (int x = 0; x < side; ++x) {
      xs.at<float>(y, x) = static_cast<float>(row.xs[static_cast<size_t>(x)]) / 32;
      ys.at<float>(y, x) = static_cast<float>(row.ys[static_cast<size_t>(x)]) / 32;
    }
  }
  cv::Mat pixels, fractions, fine, rectified;
  cv::convertMaps(xs, ys, pixels, fractions, CV_16SC2);
  cv::remap(picture, fine, pixels, fractions, cv::INTER_LINEAR, cv::BORDER_REPLICATE);
  cv::resize(fine, rectified, {side / over, side / over}, 0, 0, cv::INTER_AREA);
  return rectified;
}

TEST(RectifySampler, GivesWhatOpenCvGives) {
  cv::RNG random(5);
  for (const int type : {CV_8UC1, CV_8UC3})
    for (int over = 1; over <= 6; ++over)
      for (const double cell_px : {9.0, 31.0 * over}) {  // the larger ones lead beyond the picture
        BoardCandidate board = slanted(4, cell_px);
        if (over % 2 == 0) {
          BoardBend::Terms bow{};
          bow[3] = 0.2;
          board.bend.add(bow, bow, 1);
        }
        cv::Mat picture(201, 247, type);
        random.fill(picture, cv::RNG::UNIFORM, 0, 256);
        RectifyRows rows(board, over);
        const cv::Mat expected = by_opencv(picture, rows, over);
        RectifySampler sampler(picture, over);
        cv::Mat rectified(expected.size(), type);
        for (int y = 0; y < rectified.rows; ++y) {
          for (int k = 0; k < over; ++k) sampler.add(rows.row(y * over + k));
          sampler.take(rectified.ptr(y), rectified.cols);
        }
        EXPECT_EQ(cv::norm(rectified, expected, cv::NORM_INF), 0) << over << " " << cell_px;
      }
}

}  // namespace
}  // namespace gridlens
