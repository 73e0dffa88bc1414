#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include "core/reading/ink/glyph_similarity.h"
#include "core/reading/ink/strokes.h"

namespace gridlens {
namespace {

constexpr int kSide = Strokes::kSide;
constexpr double kInk = 160;

cv::Mat blank_cell() {
  return cv::Mat::zeros(kSide, kSide, CV_8U);
}

TEST(Strokes, AreTheSymbolWithoutLinesAndSpecks) {
  cv::Mat cell = blank_cell();
  cell.row(1).setTo(kInk);                   // a line of the lattice
  cell(cv::Rect(0, 4, 2, 9)).setTo(kInk);    // what stays at a side
  cell(cv::Rect(18, 18, 2, 2)).setTo(kInk);  // a speck
  cell(cv::Rect(8, 5, 3, 12)).setTo(kInk);   // the symbol: two parts
  cell(cv::Rect(13, 6, 2, 4)).setTo(kInk);
  cell.at<std::uint8_t>(17, 11) = static_cast<std::uint8_t>(kInk);  // joined by a corner
  cell(cv::Rect(5, 9, 2, 3)).setTo(kInk / 3);                       // too faint
  const Strokes strokes = find_strokes(cell, kInk);
  EXPECT_EQ(strokes.pixels, 3 * 12 + 2 * 4 + 1);
  EXPECT_EQ(strokes.box, cv::Rect(8, 5, 7, 13));
  EXPECT_TRUE(strokes.at(8, 5));
  EXPECT_TRUE(strokes.at(14, 9));
  EXPECT_FALSE(strokes.at(5, 10));
  EXPECT_FALSE(strokes.at(12, 7));
  EXPECT_EQ(find_strokes(blank_cell(), kInk).pixels, 0);
}

// Against OpenCV's components on random pictures.
TEST(Strokes, AreTheConnectedPartsThatOpenCvFinds) {
  cv::RNG rng(7);
  for (int trial = 0; trial < 200; ++trial) {
    cv::Mat cell = blank_cell();
    cv::Mat inner = cell(cv::Rect(5, 5, kSide - 10, kSide - 10));  // no lines there
    rng.fill(inner, cv::RNG::UNIFORM, 0, 256);
    const double share = rng.uniform(0.2, 0.95);
    cv::threshold(inner, inner, 255 * share, 200, cv::THRESH_BINARY);
    cv::Mat labels, stats, centroids;
    const int count = cv::connectedComponentsWithStats(cell > 0, labels, stats, centroids, 8);
    int pixels = 0;
    for (int label = 1; label < count; ++label) {
      const int area = stats.at<int>(label, cv::CC_STAT_AREA);
      pixels += area >= 5 ? area : 0;
    }
    EXPECT_EQ(find_strokes(cell, 200).pixels, pixels) << trial;
  }
}

GlyphCrop drawn(int symbol, const cv::Point& at, int seed, double noise) {
  cv::Mat cell = blank_cell();
  cv::rectangle(cell, cv::Rect(at, cv::Size(9, 12)), kInk, 2);
  cv::line(cell, at + cv::Point(1, 1), at + cv::Point(7, 10), kInk, 2);
  cv::GaussianBlur(cell, cell, {3, 3}, 0);
  cv::RNG rng(static_cast<std::uint64_t>(seed));
  for (int y = 0; y < kSide; ++y)
    for (int x = 0; x < kSide; ++x) {
      auto& level = cell.at<std::uint8_t>(y, x);
      level = cv::saturate_cast<std::uint8_t>(level + rng.gaussian(noise));
    }
  return {symbol, cell, cv::Rect(at, cv::Size(9, 12))};
}

TEST(Copies, AreEqualPicturesWhereverTheyStand) {
  const std::vector<double> best = best_similarities({drawn(4, {5, 4}, 1, 0),
                                                      drawn(4, {7, 6}, 2, 0),
                                                      drawn(5, {6, 5}, 3, 0),
                                                      drawn(6, {5, 4}, 4, 0),
                                                      drawn(6, {6, 5}, 5, 40),
                                                      {}});
  ASSERT_EQ(best.size(), 6U);
  EXPECT_NEAR(best[0], 1, 1e-6);
  EXPECT_EQ(best[0], best[1]);
  EXPECT_EQ(best[2], -1);  // no other of its symbol
  EXPECT_LT(best[3], 0.97);
  EXPECT_GT(best[3], 0.5);
  EXPECT_EQ(best[5], -1);  // no symbol
}

TEST(Copies, AreNotOfAnotherSize) {
  GlyphCrop small = drawn(4, {5, 4}, 1, 0);
  small.box.width -= 4;
  EXPECT_EQ(best_similarities({small, drawn(4, {5, 4}, 2, 0)})[0], 0);
}

}  // namespace
}  // namespace gridlens
