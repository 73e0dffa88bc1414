#include "core/reading/ink/strokes.h"

#include <bit>
#include <opencv2/imgproc.hpp>

namespace gridlens {

namespace {

constexpr int kEdge = 2;            // what stays this near to a side along all its way is a line
constexpr int kLineInside = 4;      // a line of the lattice lies at most so far inside
constexpr double kLineShare = 0.6;  // of a row or column that is dark: a line
constexpr int kLeastPixels = 5;

using Rows = std::array<std::uint32_t, Strokes::kSide>;  // a black and white picture, a bit a pixel

// Takes the lattice's own lines out: rows and columns near the sides that are mostly dark.
void clear_lines(Rows& dark) {
  for (const int first : {0, Strokes::kSide - kLineInside})
    for (int i = first; i < first + kLineInside; ++i) {
      std::uint32_t& row = dark[static_cast<size_t>(i)];
      if (std::popcount(row) > kLineShare * Strokes::kSide) row = 0;
      int in_column = 0;
      for (const std::uint32_t any_row : dark) in_column += static_cast<int>(any_row >> i & 1);
      if (in_column > kLineShare * Strokes::kSide)
        for (std::uint32_t& any_row : dark) any_row &= ~(std::uint32_t{1} << i);
    }
}

// Takes the connected part (over sides and corners) that holds the first pixel of row `y` out of
// `dark`. No row above has pixels left.
Rows take_part(Rows& dark, size_t y) {
  Rows part{};
  part[y] = dark[y] & (~dark[y] + 1);
  const auto grow = [&](size_t row) {
    std::uint32_t near = part[row];
    if (row > 0) near |= part[row - 1];
    if (row + 1 < part.size()) near |= part[row + 1];
    const std::uint32_t grown = (near | near << 1 | near >> 1) & dark[row];
    const bool more = grown != part[row];
    part[row] = grown;
    return more;
  };
  for (bool more = true; more;) {
    more = false;
    for (size_t row = y; row < part.size(); ++row)
      while (grow(row)) more = true;
    for (size_t row = part.size(); row-- > y;)
      while (grow(row)) more = true;
  }
  for (size_t row = y; row < part.size(); ++row) dark[row] &= ~part[row];
  return part;
}

}  // namespace

Strokes find_strokes(const cv::Mat& middle, double darkest) {
  Rows dark{};
  for (int y = 0; y < Strokes::kSide; ++y) {
    const std::uint8_t* levels = middle.ptr(y);
    for (int x = 0; x < Strokes::kSide; ++x)
      dark[static_cast<size_t>(y)] |=
          static_cast<std::uint32_t>(levels[x] >= kStrokeInk * darkest ? 1 : 0) << x;
  }
  clear_lines(dark);
  Strokes strokes;
  for (size_t y = 0; y < dark.size();) {
    if (dark[y] == 0) {
      ++y;
      continue;
    }
    const Rows part = take_part(dark, y);
    std::uint32_t columns = 0;
    int pixels = 0;
    int last_row = 0;
    for (size_t row = y; row < part.size(); ++row) {
      columns |= part[row];
      pixels += std::popcount(part[row]);
      if (part[row] != 0) last_row = static_cast<int>(row);
    }
    const int left = std::countr_zero(columns);
    const int top = static_cast<int>(y);
    const cv::Rect box(left, top, static_cast<int>(std::bit_width(columns)) - left,
                       last_row + 1 - top);
    const bool along_a_side = box.br().x <= kEdge || box.br().y <= kEdge ||
                              box.x >= Strokes::kSide - kEdge || box.y >= Strokes::kSide - kEdge;
    if (along_a_side || pixels < kLeastPixels) continue;
    for (size_t row = y; row < part.size(); ++row) strokes.rows[row] |= part[row];
    strokes.box = strokes.pixels == 0 ? box : strokes.box | box;
    strokes.pixels += pixels;
  }
  return strokes;
}

void clear_rim_parts(cv::Mat& picture, const cv::Mat& dark, const ReachesMiddle& reaches_middle) {
  const cv::Rect inner(1, 1, dark.cols - 2, dark.rows - 2);
  if (cv::countNonZero(dark) == cv::countNonZero(dark(inner))) return;
  cv::Mat labels, stats, centres;
  const int parts = cv::connectedComponentsWithStats(dark, labels, stats, centres);
  cv::Mat cleared = cv::Mat::zeros(dark.size(), CV_8U);
  for (int label = 1; label < parts; ++label) {
    const int* its = stats.ptr<int>(label);  // left, top, width and height
    const cv::Rect box(its[0], its[1], its[2], its[3]);
    const bool at_rim =
        box.x == 0 || box.y == 0 || box.br().x == dark.cols || box.br().y == dark.rows;
    if (at_rim && !reaches_middle(labels == label, box)) cleared.setTo(255, labels == label);
  }
  cv::dilate(cleared, cleared, cv::Mat());
  picture.setTo(0, cleared);
}

}  // namespace gridlens
