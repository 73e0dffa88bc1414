#include "core/pipeline/reading_picture.h"

#include <algorithm>
#include <cmath>
#include <opencv2/imgproc.hpp>
#include <string>

namespace gridlens {

namespace {

constexpr int kScale = 2;
const cv::Scalar kBlue(220, 90, 0);
const cv::Scalar kGreen(0, 140, 0);
const cv::Scalar kRed(0, 0, 230);
const cv::Scalar kGrey(110, 110, 110);

cv::Mat upright(const cv::Mat& rectified, int quarter_turns) {
  cv::Mat out;
  switch ((quarter_turns % 4 + 4) % 4) {
    case 1:
      cv::rotate(rectified, out, cv::ROTATE_90_COUNTERCLOCKWISE);
      break;
    case 2:
      cv::rotate(rectified, out, cv::ROTATE_180);
      break;
    case 3:
      cv::rotate(rectified, out, cv::ROTATE_90_CLOCKWISE);
      break;
    default:
      out = rectified;
  }
  return out;
}

}  // namespace

cv::Mat reading_picture(const RectifiedBoard& rectified, const BoardReading& reading) {
  cv::Mat picture;
  cv::resize(upright(rectified.grey, reading.quarter_turns), picture, {}, kScale, kScale,
             cv::INTER_NEAREST);
  cv::cvtColor(picture, picture, cv::COLOR_GRAY2BGR);
  picture.convertTo(picture, -1, 0.5, 127);  // pale, so that the writing stands out
  const int n = rectified.n;
  if (reading.clues.n() != n) return picture;
  const auto write = [&](const std::string& text, cv::Point at, double size,
                         const cv::Scalar& colour) {
    cv::putText(picture, text, at, cv::FONT_HERSHEY_SIMPLEX, size, colour, 1, cv::LINE_AA);
  };
  for (int row = 0; row < n; ++row)
    for (int col = 0; col < n; ++col) {
      const cv::Point corner(kScale * (RectifiedBoard::kMarginPx + col * RectifiedBoard::kCellPx),
                             kScale * (RectifiedBoard::kMarginPx + row * RectifiedBoard::kCellPx));
      const int cell = row * n + col;
      const int clue = reading.clues.at(row, col);
      const int entry = reading.entries.n() == n ? reading.entries.at(row, col) : 0;
      if (clue != 0) write(reading.alphabet.symbol(clue), corner + cv::Point(4, 20), 0.6, kBlue);
      if (entry != 0) write(reading.alphabet.symbol(entry), corner + cv::Point(4, 20), 0.6, kGreen);
      if (cell < reading.confidence.size())
        write(std::to_string(std::lround(100 * reading.confidence[cell])),
              corner + cv::Point(4, kScale * RectifiedBoard::kCellPx - 5), 0.3, kGrey);
    }
  for (const int cell : reading.doubtful) {
    const cv::Point corner(
        kScale * (RectifiedBoard::kMarginPx + cell % n * RectifiedBoard::kCellPx),
        kScale * (RectifiedBoard::kMarginPx + cell / n * RectifiedBoard::kCellPx));
    const int side = kScale * RectifiedBoard::kCellPx;
    cv::rectangle(picture, cv::Rect(corner, cv::Size(side, side)), kRed, 2);
  }
  return picture;
}

}  // namespace gridlens
