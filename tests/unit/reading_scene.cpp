#include "tests/unit/reading_scene.h"

#include <opencv2/imgproc.hpp>

#include "core/resources/resources.h"

namespace gridlens::reading_scene {

DigitNetwork& network() {
  static DigitNetwork shared(find_resource("models/digits.onnx"));
  return shared;
}

RectifiedBoard draw_rectified(const std::string& puzzle, int n, double ink, double paper) {
  constexpr int kOver = 4;
  constexpr int kCell = RectifiedBoard::kCellPx * kOver;
  constexpr int kMargin = RectifiedBoard::kMarginPx * kOver;
  const int side = n * kCell + 2 * kMargin;
  cv::Mat large(side, side, CV_8U, cv::Scalar(paper));
  const Shape shape = squarest_shape(n);
  for (int i = 0; i <= n; ++i) {
    const int at = kMargin + i * kCell;
    cv::line(large, {at, kMargin}, {at, side - kMargin}, ink, i % shape.box_cols == 0 ? 10 : 4);
    cv::line(large, {kMargin, at}, {side - kMargin, at}, ink, i % shape.box_rows == 0 ? 10 : 4);
  }
  for (int cell = 0; cell < n * n; ++cell) {
    if (puzzle[static_cast<size_t>(cell)] == '.') continue;
    const std::string text(1, puzzle[static_cast<size_t>(cell)]);
    constexpr double kScale = 2.6;
    constexpr int kStroke = 8;
    int baseline = 0;
    const cv::Size size =
        cv::getTextSize(text, cv::FONT_HERSHEY_SIMPLEX, kScale, kStroke, &baseline);
    const cv::Point centre(kMargin + cell % n * kCell + kCell / 2,
                           kMargin + cell / n * kCell + kCell / 2);
    cv::putText(large, text, {centre.x - size.width / 2, centre.y + size.height / 2},
                cv::FONT_HERSHEY_SIMPLEX, kScale, ink, kStroke, cv::LINE_AA);
  }
  RectifiedBoard rectified;
  cv::resize(large, rectified.grey, {side / kOver, side / kOver}, 0, 0, cv::INTER_AREA);
  rectified.n = n;
  rectified.source_cell_px = RectifiedBoard::kCellPx;
  rectified.sharpness = 0.5;
  return rectified;
}

RectifiedBoard turned(const RectifiedBoard& rectified, int clockwise_turns) {
  RectifiedBoard result = rectified;
  constexpr int kCodes[] = {0, cv::ROTATE_90_CLOCKWISE, cv::ROTATE_180,
                            cv::ROTATE_90_COUNTERCLOCKWISE};
  result.grey = rectified.grey.clone();
  if (clockwise_turns % 4 != 0)
    cv::rotate(rectified.grey, result.grey, kCodes[clockwise_turns % 4]);
  return result;
}

BoardCandidate candidate(int n) {
  BoardCandidate found;
  found.n = n;
  found.shapes = {{squarest_shape(n), 1.0, {}}};
  found.lattice_score = 1;
  return found;
}

RectifiedBoard noisy(const RectifiedBoard& rectified, int seed, double sigma) {
  RectifiedBoard result = rectified;
  cv::RNG rng(static_cast<std::uint64_t>(seed));
  cv::Mat noise(rectified.grey.size(), CV_16S);
  rng.fill(noise, cv::RNG::NORMAL, 0, sigma);
  cv::Mat wide;
  rectified.grey.convertTo(wide, CV_16S);
  wide += noise;
  wide.convertTo(result.grey, CV_8U);
  return result;
}

}  // namespace gridlens::reading_scene
