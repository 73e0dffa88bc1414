#include "core/reading/observation/line_signs.h"

#include <gtest/gtest.h>

#include <opencv2/imgproc.hpp>

namespace gridlens {
namespace {

constexpr int kN = 6;
constexpr int kCell = RectifiedBoard::kCellPx;
constexpr int kMargin = RectifiedBoard::kMarginPx;

// Lines all alike, and a digit in every other cell.
InkMap board() {
  InkMap ink_map;
  ink_map.n = kN;
  const int side = kN * kCell + 2 * kMargin;
  ink_map.ink = cv::Mat::zeros(side, side, CV_8UC1);
  for (int k = 0; k <= kN; ++k) {
    const int at = kMargin + k * kCell;
    cv::line(ink_map.ink, {at, kMargin}, {at, side - kMargin}, 160, 1);
    cv::line(ink_map.ink, {kMargin, at}, {side - kMargin, at}, 160, 1);
  }
  for (int cell = 0; cell < kN * kN; cell += 2)
    cv::putText(ink_map.ink, std::to_string(cell % 9 + 1),
                {kMargin + cell % kN * kCell + 7, kMargin + cell / kN * kCell + 20},
                cv::FONT_HERSHEY_SIMPLEX, 0.6, 160, 2, cv::LINE_AA);
  return ink_map;
}

// "<" on the line to the right of a cell.
void add_sign(InkMap& ink_map, int row, int col) {
  const int x = kMargin + (col + 1) * kCell, y = kMargin + row * kCell + kCell / 2;
  cv::line(ink_map.ink, {x - 3, y}, {x + 3, y - 4}, 160, 1, cv::LINE_AA);
  cv::line(ink_map.ink, {x - 3, y}, {x + 3, y + 4}, 160, 1, cv::LINE_AA);
}

double share_of(const InkMap& ink_map, const CellFlags& hidden) {
  LineSigns signs(kN);
  signs.add(ink_map, hidden, 1);
  return signs.share();
}

TEST(LineSigns, LinesAndDigitsAreNone) {
  EXPECT_EQ(share_of(board(), CellFlags(kN * kN)), 0);
}

TEST(LineSigns, AreCounted) {
  InkMap ink_map = board();
  for (int row = 0; row < kN; ++row) add_sign(ink_map, row, row % (kN - 1));
  const int pieces = 2 * kN * (kN - 1);
  EXPECT_NEAR(share_of(ink_map, CellFlags(kN * kN)), 6.0 / pieces, 1e-9);
}

TEST(LineSigns, ASingleOneIsChance) {
  InkMap ink_map = board();
  add_sign(ink_map, 3, 2);
  EXPECT_EQ(share_of(ink_map, CellFlags(kN * kN)), 0);
}

TEST(LineSigns, WhatIsHiddenSaysNothing) {
  InkMap ink_map = board();
  for (int row = 0; row < kN; ++row) add_sign(ink_map, row, 0);
  CellFlags hidden(kN * kN);
  for (int row = 0; row < kN; ++row) hidden[static_cast<size_t>(row * kN)] = true;
  EXPECT_EQ(share_of(ink_map, hidden), 0);
}

}  // namespace
}  // namespace gridlens
