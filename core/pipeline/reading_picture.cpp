#include "core/pipeline/reading_picture.h"

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
  const int turns = (quarter_turns % 4 + 4) % 4;
  if (turns == 0) return rectified;
  cv::Mat out;
  cv::rotate(rectified, out, 3 - turns);  // cv::ROTATE_90_CLOCKWISE is 0
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
  const auto corner_of = [n](int cell) {
    return kScale * cv::Point(RectifiedBoard::kMarginPx + cell % n * RectifiedBoard::kCellPx,
                              RectifiedBoard::kMarginPx + cell / n * RectifiedBoard::kCellPx);
  };
  constexpr int kSide = kScale * RectifiedBoard::kCellPx;
  for (int cell = 0; cell < n * n; ++cell) {
    const cv::Point corner = corner_of(cell);
    const int clue = reading.clues.at(cell);
    const int entry = reading.entries.n() == n ? reading.entries.at(cell) : 0;
    if (clue != 0) write(reading.alphabet.symbol(clue), corner + cv::Point(4, 20), 0.6, kBlue);
    if (entry != 0) write(reading.alphabet.symbol(entry), corner + cv::Point(4, 20), 0.6, kGreen);
    if (cell < reading.confidence.size())
      write(std::to_string(std::lround(100 * reading.confidence[cell])),
            corner + cv::Point(4, kSide - 5), 0.3, kGrey);
  }
  for (const int cell : reading.doubtful)
    cv::rectangle(picture, cv::Rect(corner_of(cell), cv::Size(kSide, kSide)), kRed, 2);
  return picture;
}

}  // namespace gridlens
