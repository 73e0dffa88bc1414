#include "core/reading/evidence/line_signs.h"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

namespace gridlens {
namespace {

constexpr int kN = 6;
constexpr int kCell = CellSheet::kCellPx;
constexpr int kMargin = CellSheet::kMarginPx;

// Lines all alike, and a digit in every other cell.
InkSheet board() {
  InkSheet sheet;
  sheet.n = kN;
  const int side = kN * kCell + 2 * kMargin;
  sheet.ink = cv::Mat::zeros(side, side, CV_8UC1);
  for (int k = 0; k <= kN; ++k) {
    const int at = kMargin + k * kCell;
    cv::line(sheet.ink, {at, kMargin}, {at, side - kMargin}, 160, 1);
    cv::line(sheet.ink, {kMargin, at}, {side - kMargin, at}, 160, 1);
  }
  for (int cell = 0; cell < kN * kN; cell += 2)
    cv::putText(sheet.ink, std::to_string(cell % 9 + 1),
                {kMargin + cell % kN * kCell + 7, kMargin + cell / kN * kCell + 20},
                cv::FONT_HERSHEY_SIMPLEX, 0.6, 160, 2, cv::LINE_AA);
  return sheet;
}

// "<" on the line to the right of a cell.
void add_sign(InkSheet& sheet, int row, int col) {
  const int x = kMargin + (col + 1) * kCell, y = kMargin + row * kCell + kCell / 2;
  cv::line(sheet.ink, {x - 3, y}, {x + 3, y - 4}, 160, 1, cv::LINE_AA);
  cv::line(sheet.ink, {x - 3, y}, {x + 3, y + 4}, 160, 1, cv::LINE_AA);
}

double share_of(const InkSheet& sheet, const std::vector<bool>& hidden) {
  LineSigns signs(kN);
  signs.add(sheet, hidden, 1);
  return signs.share();
}

TEST(LineSigns, LinesAndDigitsAreNone) {
  EXPECT_EQ(share_of(board(), std::vector<bool>(kN * kN, false)), 0);
}

TEST(LineSigns, AreCounted) {
  InkSheet sheet = board();
  for (int row = 0; row < kN; ++row) add_sign(sheet, row, row % (kN - 1));
  const int pieces = 2 * kN * (kN - 1);
  EXPECT_NEAR(share_of(sheet, std::vector<bool>(kN * kN, false)), 6.0 / pieces, 1e-9);
}

TEST(LineSigns, FewAreChance) {
  InkSheet sheet = board();
  add_sign(sheet, 0, 0);
  add_sign(sheet, 3, 2);
  EXPECT_EQ(share_of(sheet, std::vector<bool>(kN * kN, false)), 0);
}

TEST(LineSigns, WhatIsHiddenSaysNothing) {
  InkSheet sheet = board();
  for (int row = 0; row < kN; ++row) add_sign(sheet, row, 0);
  std::vector<bool> hidden(kN * kN, false);
  for (int row = 0; row < kN; ++row) hidden[static_cast<size_t>(row * kN)] = true;
  EXPECT_EQ(share_of(sheet, hidden), 0);
}

}  // namespace
}  // namespace gridlens
