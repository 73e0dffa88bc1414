#include "core/reading/observation/line_signs.h"

#include <algorithm>
#include <cstdlib>

namespace gridlens {

namespace {

constexpr int kNearest = 1;  // pixels beside a line: the line itself does not reach there
constexpr int kFarthest = 3;
constexpr int kSignPx = 3;  // along the line, to either side of its middle
constexpr int kFromPx = 6;  // and what lies towards its ends
constexpr int kToPx = 9;
constexpr double kSign = 0.045;  // of full ink, more in the middle

// Ink beside the middle of a piece less that beside its ends, both sides, of full ink: the less of
// the two sides, as a digit that comes near reaches one.
double ink_beside(const cv::Mat& ink, const CellBorders::Place& piece) {
  const int across = RectifiedBoard::line_px(piece.line);
  const int middle = RectifiedBoard::line_px(piece.cell) + RectifiedBoard::kCellPx / 2;
  double least = 1e9;
  for (const int side : {-1, 1}) {
    double of_middle = 0, of_ends = 0;
    int middles = 0, ends = 0;
    for (int off = kNearest; off <= kFarthest; ++off)
      for (int along = -kToPx; along <= kToPx; ++along) {
        const int x = across + side * off, y = middle + along;
        const double level =
            piece.between_columns ? ink.at<std::uint8_t>(y, x) : ink.at<std::uint8_t>(x, y);
        if (std::abs(along) <= kSignPx)
          of_middle += level, ++middles;
        else if (std::abs(along) >= kFromPx)
          of_ends += level, ++ends;
      }
    least = std::min(least, of_middle / middles - of_ends / ends);
  }
  return least / InkMap::kFullInk;
}

}  // namespace

void LineSigns::add(const InkMap& ink, const CellFlags& occluded, double weight) {
  const auto count = static_cast<size_t>(borders_.count());
  sums_.resize(count);
  weights_.resize(count);
  ++frames_;
  for (size_t i = 0; i < count; ++i) {
    const auto [a, b] = borders_.cells_beside(static_cast<int>(i));
    if (occluded[a] || occluded[b]) continue;
    sums_[i] += weight * ink_beside(ink.ink, borders_.place_of(static_cast<int>(i)));
    weights_[i] += weight;
  }
}

double LineSigns::share() const {
  int seen = 0, signs = 0;
  for (size_t i = 0; i < sums_.size(); ++i) {
    if (weights_[i] <= 0) continue;
    ++seen;
    signs += sums_[i] > kSign * weights_[i] ? 1 : 0;
  }
  return signs > 1 ? static_cast<double>(signs) / seen : 0;  // a single one may be a blot
}

}  // namespace gridlens
