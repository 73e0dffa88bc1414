#include "core/overlay/page_look.h"

#include <gtest/gtest.h>

#include <cmath>
#include <opencv2/imgproc.hpp>

namespace gridlens {
namespace {

constexpr int kN = 9;

// A page of bars in place of symbols, drawn at eight times its size and averaged.
struct BarPage {
  double cell_px = 40;
  double height = 0.5, width = 0.12, x = 0, y = 0;  // cells
  cv::Scalar paper{235, 240, 245}, ink{30, 30, 35};
  double blur_px = 0;

  [[nodiscard]] BoardPlace place() const {
    return {Homography(cv::Matx33d(cell_px, 0, 19.5, 0, cell_px, 14.5, 0, 0, 1)), BoardBend(kN),
            kN};
  }
  [[nodiscard]] cv::Mat picture() const {
    constexpr int kFine = 8;
    const int side = static_cast<int>(kN * cell_px) + 40;
    cv::Mat fine(side * kFine, side * kFine, CV_8UC3, paper);
    const auto at = [&](double board, double margin) {
      return static_cast<int>(std::lround((board * cell_px + margin + 0.5) * kFine));
    };
    for (int i = 0; i <= kN; ++i) {  // lines
      cv::rectangle(fine, {at(i - 0.02, 19.5), at(0, 14.5)}, {at(i + 0.02, 19.5), at(kN, 14.5)},
                    ink, cv::FILLED);
      cv::rectangle(fine, {at(0, 19.5), at(i - 0.02, 14.5)}, {at(kN, 19.5), at(i + 0.02, 14.5)},
                    ink, cv::FILLED);
    }
    for (const PrintedSymbol& symbol : symbols()) {
      const double middle_x = symbol.cell % kN + 0.5 + x, middle_y = symbol.cell / kN + 0.5 + y;
      const cv::Point low(at(middle_x - width / 2, 19.5), at(middle_y - height / 2, 14.5));
      const cv::Point high(at(middle_x + width / 2, 19.5), at(middle_y + height / 2, 14.5));
      fine(cv::Rect(low, high)).setTo(ink);
    }
    cv::Mat picture;
    cv::resize(fine, picture, {side, side}, 0, 0, cv::INTER_AREA);
    if (blur_px > 0) cv::GaussianBlur(picture, picture, {}, blur_px);
    return picture;
  }
  [[nodiscard]] static std::vector<PrintedSymbol> symbols() {
    std::vector<PrintedSymbol> symbols;
    for (int cell = 0; cell < kN * kN; cell += 4) symbols.push_back({cell, "1"});
    return symbols;
  }
  [[nodiscard]] PrintLook measured() const { return measure_print(picture(), place(), symbols()); }
};

TEST(MeasurePrint, TellsHeightPlaceAndStroke) {
  for (const double cell_px : {22.0, 40.0, 120.0})
    for (const double height : {0.36, 0.5, 0.67}) {
      SCOPED_TRACE(std::to_string(cell_px) + " px, " + std::to_string(height));
      BarPage page;
      page.cell_px = cell_px;
      page.height = height;
      page.x = -0.04;
      page.y = 0.06;
      const PrintLook print = page.measured();
      EXPECT_GT(print.cells, 15);
      EXPECT_NEAR(print.height, height, 0.02);
      EXPECT_NEAR(print.x, -0.04, 0.012);
      EXPECT_NEAR(print.y, 0.06, 0.012);
      // Twice the area over the outline of a bar.
      EXPECT_NEAR(print.stroke, height * 0.12 / (height + 0.12), 0.02);
    }
}

TEST(MeasurePrint, BlurChangesTheSoftnessAlone) {
  BarPage page;
  const PrintLook sharp = page.measured();
  page.blur_px = 1.5;
  const PrintLook soft = page.measured();
  EXPECT_NEAR(soft.height, sharp.height, 0.015);
  EXPECT_GT(soft.softness, 1.3 * sharp.softness);
}

TEST(MeasurePrint, TellsTheInkOfDarkAndLightPrint) {
  BarPage page;
  const PrintLook dark = page.measured();
  EXPECT_NEAR(dark.ink.r, 35 / 255.0, 0.05);
  std::swap(page.paper, page.ink);
  const PrintLook light = page.measured();
  EXPECT_NEAR(light.ink.r, 245 / 255.0, 0.05);
  EXPECT_NEAR(light.height, dark.height, 0.01);
}

// Of "a" the font's own height is less than a capital's, and "g" hangs below the line.
TEST(MeasurePrint, SmallLettersTellTheHeightOfCapitals) {
  BarPage page;
  page.height = 0.375;
  std::vector<PrintedSymbol> symbols = BarPage::symbols();
  for (PrintedSymbol& symbol : symbols) symbol.text = "a";
  const PrintLook a = measure_print(page.picture(), page.place(), symbols);
  EXPECT_NEAR(a.height, 0.5, 0.02);
  EXPECT_NEAR(a.y, 0.375 / 2 - 0.25, 0.015) << "the baseline stays";
  for (PrintedSymbol& symbol : symbols) symbol.text = "10";
  const PrintLook wide = measure_print(page.picture(), page.place(), symbols);
  EXPECT_NEAR(wide.wide_height, 0.375, 0.02);
}

TEST(MeasurePrint, FewOrUnseenSymbolsAreNoMeasure) {
  const BarPage page;
  const PrintLook guess;
  std::vector<PrintedSymbol> few = BarPage::symbols();
  few.resize(2);
  EXPECT_EQ(measure_print(page.picture(), page.place(), few).cells, 0);
  EXPECT_EQ(measure_print(page.picture(), page.place(), few).height, guess.height);
  // Cells that hold nothing, and a board outside of the picture.
  EXPECT_EQ(
      measure_print(page.picture(), page.place(), {{1, "1"}, {2, "2"}, {3, "3"}, {5, "1"}}).cells,
      0);
  BoardPlace outside = page.place();
  outside.image_from_board = Homography(cv::Matx33d(40, 0, 5000, 0, 40, 0, 0, 0, 1));
  EXPECT_EQ(measure_print(page.picture(), outside, BarPage::symbols()).cells, 0);
  EXPECT_EQ(measure_background(page.picture(), outside, guess).size(), 81u);
}

TEST(MeasurePrint, FollowsTheBend) {
  BarPage page;
  BoardPlace place = page.place();
  BoardBend::Terms bend{};
  bend[0] = 0.08;
  place.bend.add({}, bend, 1);
  const double lower = place.bend({4.5, 4.5}).y;
  ASSERT_GT(std::abs(lower), 0.02);
  const PrintLook print = measure_print(page.picture(), place, BarPage::symbols());
  EXPECT_NEAR(print.y, -lower, 0.015);
}

TEST(MeasureBackground, TellsEachCellsColourAndMarks) {
  BarPage page;
  cv::Mat picture = page.picture();
  const auto cell_box = [&](int row, int col) {
    return cv::Rect(static_cast<int>(20 + col * 40.0) + 3, static_cast<int>(15 + row * 40.0) + 3,
                    35, 35);
  };
  picture(cell_box(0, 1)).setTo(cv::Scalar(40, 160, 230));  // lit
  // Pencil candidates.
  cv::putText(picture, "2 5", cell_box(1, 1).tl() + cv::Point(3, 14), cv::FONT_HERSHEY_PLAIN, 0.8,
              cv::Scalar(150, 150, 150), 1, cv::LINE_AA);
  cv::Mat noise(picture.size(), CV_8UC3);
  cv::theRNG().state = 5;
  cv::randn(noise, 20, 6);
  picture += noise - cv::Scalar::all(20);
  const auto backgrounds = measure_background(picture, page.place(), page.measured());
  ASSERT_EQ(backgrounds.size(), 81u);
  EXPECT_NEAR(backgrounds[1].colour.r, 230 / 255.0, 0.03);
  EXPECT_NEAR(backgrounds[1].colour.b, 40 / 255.0, 0.03);
  EXPECT_NEAR(backgrounds[2].colour.r, 245 / 255.0, 0.04);
  EXPECT_TRUE(backgrounds[10].marked);
  EXPECT_FALSE(backgrounds[1].marked);
  int marked = 0;
  for (int cell = 0; cell < 81; ++cell) marked += cell % 4 != 0 && backgrounds[cell].marked;
  EXPECT_EQ(marked, 1) << "noise is no mark";
  EXPECT_NEAR(backgrounds[0].colour.r, 245 / 255.0, 0.04) << "print covers less than half";
}

}  // namespace
}  // namespace gridlens
