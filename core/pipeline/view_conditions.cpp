#include "core/pipeline/view_conditions.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <opencv2/imgproc.hpp>
#include <utility>

#include "core/image/statistics.h"

namespace gridlens {
namespace {

const cv::Size kSmallView{64, 48};
// Patches over the picture, in which edges are looked for.
constexpr int kPatchesAcross = 10, kPatchesDown = 7;
constexpr int kSharpPatchPx = 48;
constexpr int kEdgeContrast = 36;      // grey levels between a patch's light and dark parts
constexpr double kFewestEdged = 0.06;  // of the patches: else hardly anything is in view
constexpr double kSharperShare = 0.3;  // of the patches with edges: the puzzle is in some of them
constexpr double kLightShare = 0.95, kDarkShare = 0.05, kSteepShare = 0.98;

// The level that this share of all counted ones does not exceed.
int level_at(double share, const LevelCounts& counts, int total) {
  return level_reached_by(std::floor(share * (total - 1)) + 1, counts);
}

// Width of a patch's steepest edges in pixels; 0: it has none.
double edge_width_px(const cv::Mat& grey) {
  // Sensor noise is steeper than any edge: each pixel with its neighbours.
  cv::Mat calm;
  cv::blur(grey, calm, {3, 3}, {-1, -1}, cv::BORDER_REPLICATE);
  LevelCounts levels{}, slopes{};
  int total = 0;
  for (int y = 1; y + 1 < calm.rows; ++y) {
    const auto* above = calm.ptr(y - 1);
    const auto* row = calm.ptr(y);
    const auto* below = calm.ptr(y + 1);
    for (int x = 1; x + 1 < calm.cols; ++x) {
      const int slope = std::max(std::abs(row[x + 1] - row[x - 1]), std::abs(below[x] - above[x]));
      ++levels[row[x]];
      ++slopes[static_cast<std::size_t>(slope)];
      ++total;
    }
  }
  if (total == 0) return 0;
  const int contrast = level_at(kLightShare, levels, total) - level_at(kDarkShare, levels, total);
  const int steepest = level_at(kSteepShare, slopes, total);
  if (contrast < kEdgeContrast || steepest == 0) return 0;
  return 2.0 * contrast / steepest;
}

double sharper_edge_px(const cv::Mat& bgr) {
  std::vector<double> widths;
  const cv::Size patch(std::min(kSharpPatchPx, bgr.cols), std::min(kSharpPatchPx, bgr.rows));
  cv::Mat grey;
  for (int j = 0; j < kPatchesDown; ++j)
    for (int i = 0; i < kPatchesAcross; ++i) {
      const cv::Point corner((bgr.cols - patch.width) * i / (kPatchesAcross - 1),
                             (bgr.rows - patch.height) * j / (kPatchesDown - 1));
      cv::cvtColor(bgr(cv::Rect(corner, patch)), grey, cv::COLOR_BGR2GRAY);
      if (const double width = edge_width_px(grey); width > 0) widths.push_back(width);
    }
  if (static_cast<double>(widths.size()) < kFewestEdged * kPatchesAcross * kPatchesDown) return 0;
  return quantile(std::move(widths), kSharperShare);
}

}  // namespace

void ViewMeter::measure(const cv::Mat& bgr, ViewConditions& conditions) {
  cv::Mat few, grey;
  cv::resize(bgr, few, kSmallView, 0, 0, cv::INTER_NEAREST);
  cv::cvtColor(few, grey, cv::COLOR_BGR2GRAY);
  LevelCounts levels{};
  for (auto it = grey.begin<std::uint8_t>(); it != grey.end<std::uint8_t>(); ++it) ++levels[*it];
  conditions.bright_grey = level_at(kLightShare, levels, static_cast<int>(grey.total()));
  conditions.edge_px = sharper_edge_px(bgr);
  conditions.moved_grey =
      before_.empty() ? 0
                      : cv::norm(grey, before_, cv::NORM_L1) / static_cast<double>(grey.total());
  conditions.measured = true;
  before_ = grey;
}

}  // namespace gridlens
