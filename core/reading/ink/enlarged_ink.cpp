#include "core/reading/ink/enlarged_ink.h"

#include <algorithm>
#include <opencv2/imgproc.hpp>

#include "core/image/statistics.h"
#include "core/reading/ink/strokes.h"

namespace gridlens {

namespace {

constexpr int kCell = RectifiedBoard::kCellPx;
constexpr int kLineReachPx = 4;    // the cell's lines lie at most so far inside
constexpr double kWantedPx = 8.5;  // from the cell's middle to a symbol's rim, in the median
constexpr double kMostScale = 1.3;

// How far the symbol of a cell reaches from the cell's middle, in pixels.
double reach(const InkMap& ink_map, int cell) {
  const cv::Mat window = ink_map.inside(cell, kLineReachPx);
  const cv::Rect dark = cv::boundingRect(window >= kStrokeInk * strongest_ink(ink_map, cell));
  const double middle = window.cols / 2.0;
  return std::max({middle - dark.x, middle - dark.y, dark.br().x - middle, dark.br().y - middle});
}

}  // namespace

double room_to_enlarge(const InkMap& ink_map, const std::vector<int>& inked) {
  if (inked.empty()) return 1;
  std::vector<double> reaches;
  for (const int cell : inked) reaches.push_back(reach(ink_map, cell));
  return std::clamp(kWantedPx / median(std::move(reaches)), 1.0, kMostScale);
}

InkMap enlarged(const InkMap& ink_map, double scale) {
  InkMap result{cv::Mat(ink_map.ink.size(), CV_8U, cv::Scalar(0)), ink_map.n};
  for (int cell = 0; cell < ink_map.n * ink_map.n; ++cell) {
    const double middle = (kCell - 1) / 2.0;
    const double x = RectifiedBoard::line_px(cell % ink_map.n) + middle;
    const double y = RectifiedBoard::line_px(cell / ink_map.n) + middle;
    const double from = middle / scale;
    const cv::Matx23d source_from_cell(1 / scale, 0, x - from, 0, 1 / scale, y - from);
    cv::Mat larger;
    cv::warpAffine(ink_map.ink, larger, source_from_cell, {kCell, kCell},
                   cv::INTER_LINEAR | cv::WARP_INVERSE_MAP, cv::BORDER_REPLICATE);
    larger.copyTo(result.inside(cell));
  }
  return result;
}

}  // namespace gridlens
