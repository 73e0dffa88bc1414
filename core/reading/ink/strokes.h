#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <opencv2/core/mat.hpp>

#include "core/vision/rectify.h"

namespace gridlens {

// Of a cell's darkest ink: from the one on a stroke, below the other paper.
inline constexpr double kStrokeInk = 0.5;
inline constexpr double kPaperInk = 0.12;

// The strokes of a cell's symbol: connected dark parts of its middle, but for remnants of lines.
struct Strokes {
  static constexpr int kFrom =
      RectifiedBoard::kMarginPx + 2;  // of a crop: clear of the cell's lines
  static constexpr int kSide = RectifiedBoard::kCropPx - 2 * kFrom;

  using Rows = std::array<std::uint32_t, kSide>;

  Rows rows{};     // bit x of row y
  cv::Rect box;    // around them, in the middle's pixels
  int pixels = 0;  // 0: no strokes

  [[nodiscard]] bool at(int x, int y) const { return (rows[static_cast<size_t>(y)] >> x & 1) != 0; }
};

// `middle`: CV_8UC1, kSide square, ink; `darkest`: its darkest patch.
Strokes find_strokes(const cv::Mat& middle, double darkest);

// Clears the connected parts of `dark` that touch the rim of `picture`, with a pixel around them,
// but for those that reach its middle: no symbol comes in from the rim and leaves it free.
using ReachesMiddle = std::function<bool(const cv::Mat& part, const cv::Rect& box)>;
void clear_rim_parts(cv::Mat& picture, const cv::Mat& dark, const ReachesMiddle& reaches_middle);

}  // namespace gridlens
