// Where light wipes lines out, print is gone as well.
#include "core/reading/ink/line_clarity.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>

#include "core/reading/observation/missing_lines.h"

namespace gridlens {
namespace {

// Lines all over, three pixels wide.
RectifiedBoard lined_board(int paper, int line) {
  RectifiedBoard rectified;
  rectified.n = 9;
  const int side = 9 * RectifiedBoard::kCellPx + 2 * RectifiedBoard::kMarginPx;
  rectified.grey = cv::Mat(side, side, CV_8UC1, cv::Scalar(paper));
  for (int k = 0; k <= 9; ++k) {
    const int at = RectifiedBoard::kMarginPx + k * RectifiedBoard::kCellPx;
    cv::line(rectified.grey, {at, 0}, {at, side}, cv::Scalar(line), 3);
    cv::line(rectified.grey, {0, at}, {side, at}, cv::Scalar(line), 3);
  }
  return rectified;
}

// Light added up to where the sensor ends, which a white balance may then have made grey.
void add_light(RectifiedBoard& rectified, cv::Point centre, double size_px, double light,
               double white) {
  for (int y = 0; y < rectified.grey.rows; ++y)
    for (int x = 0; x < rectified.grey.cols; ++x) {
      const double r2 =
          std::pow((x - centre.x) / size_px, 2) + std::pow((y - centre.y) / size_px, 2);
      auto& grey = rectified.grey.at<std::uint8_t>(y, x);
      grey = static_cast<std::uint8_t>(std::min(white, grey + light * std::exp(-r2 / 2)));
    }
}

TEST(LineClarity, WhereTheLinesVanishNothingIsSeenHoweverGreyTheWhiteIs) {
  for (const int white : {255, 225, 190}) {
    RectifiedBoard rectified = lined_board(120, 70);
    const int middle =
        RectifiedBoard::kMarginPx + 4 * RectifiedBoard::kCellPx + RectifiedBoard::kCellPx / 2;
    add_light(rectified, {middle, middle}, 24, 500, white);
    const CellMap<double> clarity = line_clarity(rectified);
    EXPECT_LT(clarity[4 * 9 + 4], 0.1) << white;
    EXPECT_GT(clarity[0], 0.9) << white;
    const CellFlags hidden = cells_without_lines(normalise(rectified));
    for (const int cell : {4 * 9 + 4, 3 * 9 + 4, 5 * 9 + 4, 4 * 9 + 3, 4 * 9 + 5})
      EXPECT_TRUE(hidden[cell]) << white << ' ' << cell;
    EXPECT_LE(count_of(hidden), 25) << white;
    EXPECT_FALSE(hidden[0] || hidden[8] || hidden[80]) << white;
  }
}

TEST(LineClarity, LightThatLeavesTheLinesAndWhiteBoxesHideNothing) {
  RectifiedBoard lit = lined_board(120, 60);
  add_light(lit, {120, 120}, 60, 80, 255);
  RectifiedBoard boxes = lined_board(170, 60);
  cv::Mat box = boxes.grey(cv::Rect(82, 82, 76, 76));  // white, with lines as grey as the others
  box.setTo(235, box > 100);
  for (const RectifiedBoard& rectified : {lit, boxes})
    EXPECT_EQ(count_of(cells_without_lines(normalise(rectified))), 0);
}

TEST(LineClarity, WithoutLinesNothingIsSaid) {
  RectifiedBoard plain = lined_board(180, 180);
  EXPECT_EQ(line_clarity(plain)[40], 1.0);
}

}  // namespace
}  // namespace gridlens
