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

cv::Mat upright(const cv::Mat& sheet, int quarter_turns) {
  cv::Mat out;
  switch ((quarter_turns % 4 + 4) % 4) {
    case 1:
      cv::rotate(sheet, out, cv::ROTATE_90_COUNTERCLOCKWISE);
      break;
    case 2:
      cv::rotate(sheet, out, cv::ROTATE_180);
      break;
    case 3:
      cv::rotate(sheet, out, cv::ROTATE_90_CLOCKWISE);
      break;
    default:
      out = sheet;
  }
  return out;
}

}  // namespace

cv::Mat reading_picture(const CellSheet& sheet, const BoardReading& reading) {
  cv::Mat picture;
  cv::resize(upright(sheet.grey, reading.quarter_turns), picture, {}, kScale, kScale,
             cv::INTER_NEAREST);
  cv::cvtColor(picture, picture, cv::COLOR_GRAY2BGR);
  picture.convertTo(picture, -1, 0.5, 127);  // pale, so that the writing stands out
  const int n = sheet.n;
  if (reading.clues.n() != n) return picture;
  const auto write = [&](const std::string& text, cv::Point at, double size, cv::Scalar colour) {
    cv::putText(picture, text, at, cv::FONT_HERSHEY_SIMPLEX, size, colour, 1, cv::LINE_AA);
  };
  for (int row = 0; row < n; ++row)
    for (int col = 0; col < n; ++col) {
      const cv::Point corner(kScale * (CellSheet::kMarginPx + col * CellSheet::kCellPx),
                             kScale * (CellSheet::kMarginPx + row * CellSheet::kCellPx));
      const auto cell = static_cast<std::size_t>(row * n + col);
      const int clue = reading.clues.at(row, col);
      const int entry = reading.entries.n() == n ? reading.entries.at(row, col) : 0;
      if (clue != 0) write(reading.alphabet.symbol(clue), corner + cv::Point(4, 20), 0.6, kBlue);
      if (entry != 0) write(reading.alphabet.symbol(entry), corner + cv::Point(4, 20), 0.6, kGreen);
      if (cell < reading.confidence.size())
        write(std::to_string(std::lround(100 * reading.confidence[cell])),
              corner + cv::Point(4, kScale * CellSheet::kCellPx - 5), 0.3, kGrey);
    }
  for (const int cell : reading.doubtful) {
    const cv::Point corner(kScale * (CellSheet::kMarginPx + cell % n * CellSheet::kCellPx),
                           kScale * (CellSheet::kMarginPx + cell / n * CellSheet::kCellPx));
    const int side = kScale * CellSheet::kCellPx;
    cv::rectangle(picture, cv::Rect(corner, cv::Size(side, side)), kRed, 2);
  }
  return picture;
}

}  // namespace gridlens
