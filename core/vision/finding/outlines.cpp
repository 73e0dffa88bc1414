#include "core/vision/finding/outlines.h"

#include <algorithm>
#include <cstdint>
#include <opencv2/imgproc.hpp>

#include "core/ablation/mechanism.h"
#include "core/vision/finding/quad_fit.h"
#include "core/vision/lattice/pyramid.h"

namespace gridlens {

namespace {

constexpr int kMinHoles = 6;  // of an outline at the full size of a large picture
constexpr int kMaxTriedPerLevel = 24;
constexpr double kMinInkShare = 0.02;  // of an outline's area
constexpr double kMaxInkShare = 0.70;
constexpr double kMinHullShare = 0.72;  // of the enclosing quad: a cut corner is allowed
constexpr double kLightContrast = 0.25;
constexpr double kPlainHullShare = 0.93;  // nothing sticks out of such a quad
constexpr int kMinEnclosing = 4;
constexpr int kMaxEnclosedPerLevel = 4;
constexpr double kMinHoleShare = 0.001;  // of the blob's bounding box; letters' holes are smaller

}  // namespace

Quad mapped(const Quad& quad, const Homography& map) {
  Quad out;
  for (int i = 0; i < 4; ++i) out.corners[i] = map(quad.corners[i]);
  return out;
}

cv::Mat ink_of(const cv::Mat& grey, const cv::Mat& background, InkPolarity polarity) {
  InkOptions options;
  // Paper between lines is a little lighter than its surroundings: light lines must stand out more.
  if (polarity == InkPolarity::light) options.contrast = kLightContrast;
  return ink_mask(grey, background, polarity, options);
}

cv::Mat mended(const cv::Mat& ink) {
  cv::Mat out;
  cv::dilate(ink, out, cv::Mat::ones(3, 3, CV_8U));
  return out;
}

cv::Mat faint_ink(const cv::Mat& grey) {
  cv::Mat smooth;
  cv::GaussianBlur(grey, smooth, {3, 3}, 0, 0, cv::BORDER_REPLICATE);
  // Lines of boards in the distance, against what is just beside them.
  return ink_mask(smooth, InkPolarity::dark, {.window_px = 9, .contrast = 0.02});
}

std::vector<Quad> candidate_outlines(const cv::Mat& ink, int level, double min_side_px,
                                     bool broken) {
  std::vector<Quad> candidates;
  BlobLimits limits;
  // What only full size can show is small; by then most outlines are letters.
  limits.min_holes = broken ? 0 : level == 0 && ink.total() > kLargeLevelPixels ? kMinHoles : 1;
  limits.min_extent_px = std::max(16, static_cast<int>(0.9 * min_side_px / (1 << level)));
  const auto add = [&](const std::vector<cv::Point>& points, double area_px,
                       std::vector<Quad>& into) {
    double best_share = 0;
    const std::vector<cv::Point> hull = convex_hull(points);
    for (const Quad& quad : enclosing_quads(hull)) {
      const double ink_share = area_px / quad.signed_area_px2();
      if (ink_share > kMaxInkShare || ink_share < kMinInkShare) continue;
      const double share = hull_share(hull, quad);
      best_share = std::max(best_share, share);
      if (share < kMinHullShare) continue;
      const double shortest_px = quad.shortest_side_px();
      if (shortest_px < limits.min_extent_px || quad.longest_side_px() > 4 * shortest_px) continue;
      into.push_back(mapped(quad, GreyPyramid::full_from_level(level)));
    }
    return best_share;
  };
  std::vector<Quad> enclosed;
  for (const InkComponent& component : ink_components(ink, limits)) {
    if (static_cast<int>(candidates.size()) >= kMaxTriedPerLevel) break;
    const double area_px = component.area_px;
    if (add(component.rim, area_px, candidates) > kPlainHullShare) continue;
    // Something may touch the board: what the blob encloses tells better then.
    if (static_cast<int>(enclosed.size()) < kMaxEnclosedPerLevel &&
        component.holes >= kMinEnclosing && in_use<"enclosed_outlines">())
      add(hole_rim(component, kMinHoleShare * component.box.area()), area_px, enclosed);
  }
  candidates.insert(candidates.end(), enclosed.begin(), enclosed.end());
  return candidates;
}

}  // namespace gridlens
