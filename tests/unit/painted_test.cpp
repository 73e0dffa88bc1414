// The measurement of overlay_report, on pictures whose figures are known.
#include "tests/report/painted.h"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

#include "app/session/text_age.h"
#include "core/overlay/contrast.h"

namespace gridlens {
namespace {

const BoardPlace kPlace{Homography(cv::Matx33d(40, 0, 9.5, 0, 40, 9.5, 0, 0, 1)), BoardBend(4), 4};

cv::Mat paper() {
  cv::Mat picture(180, 180, CV_8UC3, cv::Scalar::all(220));
  cv::theRNG().state = 11;
  cv::Mat noise(picture.size(), CV_8UC3);
  cv::randn(noise, 20, 3);
  picture += noise - cv::Scalar::all(20);
  return picture;
}

// A bar in cell 5, 20 px tall and 6 px wide, 2 px right of the middle and 3 px above it.
cv::Mat painted(const cv::Mat& clean, int level) {
  cv::Mat picture = clean.clone();
  picture(cv::Rect(10 + 60 + 2 - 3, 10 + 60 - 3 - 10, 6, 20)).setTo(cv::Scalar::all(level));
  return picture;
}

Rgba grey(int level) {
  const float value = static_cast<float>(level) / 255;
  return {value, value, value, 1};
}

TEST(Painted, TellsContrastHeightAndPlace) {
  const cv::Mat clean = paper();
  for (const int level : {20, 90, 150}) {
    const auto symbol = report::measure_painted(clean, painted(clean, level), kPlace, 5);
    ASSERT_TRUE(symbol);
    const double expected = contrast_ratio(grey(level), grey(220));
    EXPECT_NEAR(symbol->contrast, expected, 0.06 * expected);
    EXPECT_NEAR(symbol->height, 0.5, 0.02);
    EXPECT_NEAR(symbol->x, 2 / 40.0, 0.015);
    EXPECT_NEAR(symbol->y, -3 / 40.0, 0.015);
  }
}

// What is seen of a digit's background is what lies beside its strokes.
TEST(Painted, AHaloIsBackgroundNotInk) {
  cv::Mat clean(180, 180, CV_8UC3, cv::Scalar::all(100));
  cv::Mat haloed = clean.clone();
  haloed(cv::Rect(62, 50, 20, 34)).setTo(cv::Scalar::all(140));
  const auto symbol = report::measure_painted(clean, painted(haloed, 0), kPlace, 5);
  ASSERT_TRUE(symbol);
  EXPECT_NEAR(symbol->contrast, contrast_ratio(grey(0), grey(140)), 0.4);
  EXPECT_NEAR(symbol->height, 0.5, 0.02);
}

// Pencil marks that paper was laid over change more than the digit's strokes do.
TEST(Painted, CoveredMarksAreNoInk) {
  cv::Mat clean(180, 180, CV_8UC3, cv::Scalar::all(220));
  clean(cv::Rect(54, 54, 5, 9)).setTo(cv::Scalar::all(20));
  cv::Mat covered(180, 180, CV_8UC3, cv::Scalar::all(220));
  const auto symbol = report::measure_painted(clean, painted(covered, 90), kPlace, 5);
  ASSERT_TRUE(symbol);
  EXPECT_NEAR(symbol->contrast, contrast_ratio(grey(90), grey(220)), 0.4);
  EXPECT_NEAR(symbol->height, 0.5, 0.02);
}

TEST(Painted, CellsWithoutPaintTellNothing) {
  const cv::Mat clean = paper();
  EXPECT_FALSE(report::measure_painted(clean, painted(clean, 20), kPlace, 6));
  EXPECT_FALSE(report::measure_painted(clean, clean, kPlace, 5));
}

TEST(TextAge, TextsFadeSomeSecondsAfterTheyChanged) {
  TextAge ages;
  EXPECT_EQ(ages.age_ms(1, "reading", 1000), 0);
  EXPECT_EQ(ages.age_ms(1, "reading", 1500), 500);
  EXPECT_EQ(ages.age_ms(2, "reading", 1500), 0) << "another board";
  EXPECT_EQ(ages.age_ms(1, "solved", 2000), 0);
  EXPECT_EQ(ages.age_ms(1, "solved", 2500), 500);
  EXPECT_EQ(ages.age_ms(1, "solved", 9000), 0) << "it was gone for a while";
  EXPECT_EQ(TextAge::opacity(0), 1);
  EXPECT_GT(TextAge::opacity(2000), 0.99f);
  EXPECT_EQ(TextAge::opacity(6000), 0);
}

}  // namespace
}  // namespace gridlens
