#include "core/vision/quad_fit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <opencv2/imgproc.hpp>
#include <optional>

namespace gridlens {

namespace {

double cross(cv::Point2d a, cv::Point2d b) {
  return a.x * b.y - a.y * b.x;
}

// What removing the edge between vertices b and c of a convex polygon costs (the added triangle),
// and the vertex that replaces both. a precedes b, d follows c.
struct Removal {
  double area = std::numeric_limits<double>::infinity();
  cv::Point2d vertex;
};

Removal remove_edge(cv::Point2d a, cv::Point2d b, cv::Point2d c, cv::Point2d d) {
  const cv::Point2d u = b - a;  // runs on beyond b
  const cv::Point2d v = c - d;  // runs on beyond c
  const double det = cross(u, v);
  if (std::abs(det) < 1e-9) return {};
  const double s = cross(c - b, v) / det;
  const double t = cross(c - b, u) / det;
  if (s < 0 || t < 0) return {};  // the neighbours meet on the far side
  const cv::Point2d x = b + s * u;
  return {std::abs(cross(c - b, x - b)) / 2, x};
}

// One removal; false where no edge can go.
bool shorten(std::vector<cv::Point2d>& polygon) {
  const std::size_t n = polygon.size();
  Removal best;
  std::size_t best_edge = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const Removal r = remove_edge(polygon[(i + n - 1) % n], polygon[i], polygon[(i + 1) % n],
                                  polygon[(i + 2) % n]);
    if (r.area < best.area) {
      best = r;
      best_edge = i;
    }
  }
  if (!std::isfinite(best.area)) return false;
  polygon[best_edge] = best.vertex;
  polygon.erase(polygon.begin() + static_cast<std::ptrdiff_t>((best_edge + 1) % n));
  return true;
}

std::optional<Quad> quad_of(const std::vector<cv::Point2d>& polygon) {
  Quad quad{{polygon[0], polygon[1], polygon[2], polygon[3]}};
  if (quad.signed_area_px2() < 0) std::swap(quad.corners[1], quad.corners[3]);
  if (!quad.is_convex()) return std::nullopt;
  return quad;
}

// The quadrilateral on every second edge of an octagon, from edge `first`.
std::optional<Quad> on_every_second_edge(const std::vector<cv::Point2d>& octagon,
                                         std::size_t first) {
  std::vector<cv::Point2d> corners;
  for (std::size_t e = first; e < 8; e += 2) {
    const Removal r =
        remove_edge(octagon[e], octagon[(e + 1) % 8], octagon[(e + 2) % 8], octagon[(e + 3) % 8]);
    if (!std::isfinite(r.area)) return std::nullopt;
    corners.push_back(r.vertex);
  }
  return quad_of(corners);
}

bool stout(const std::vector<cv::Point2d>& octagon) {
  double longest = 0;
  double shortest = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < 8; ++i) {
    const cv::Point2d edge = octagon[(i + 1) % 8] - octagon[i];
    const double length = std::hypot(edge.x, edge.y);
    longest = std::max(longest, length);
    shortest = std::min(shortest, length);
  }
  return shortest > 0.25 * longest;
}

}  // namespace

std::vector<Quad> enclosing_quads(const std::vector<cv::Point>& points) {
  std::vector<Quad> quads;
  if (points.size() < 4) return quads;
  std::vector<cv::Point> hull;
  cv::convexHull(points, hull);
  std::vector<cv::Point2d> polygon(hull.begin(), hull.end());
  std::vector<cv::Point2d> octagon;
  while (polygon.size() > 4) {
    if (polygon.size() == 8) octagon = polygon;
    if (!shorten(polygon)) return quads;
  }
  if (polygon.size() != 4) return quads;
  if (const auto quad = quad_of(polygon)) quads.push_back(*quad);
  if (!quads.empty() && octagon.size() == 8 && stout(octagon))
    for (const std::size_t first : {0u, 1u}) {
      const auto other = on_every_second_edge(octagon, first);
      if (!other) continue;
      const double tolerance = 0.1 * std::sqrt(other->signed_area_px2());
      bool same = false;
      for (int turn = 0; turn < 4; ++turn)
        same |= max_corner_distance_px(quads[0], other->rotated(turn)) < tolerance;
      if (!same) quads.push_back(*other);
    }
  return quads;
}

double hull_share(const std::vector<cv::Point>& points, const Quad& quad) {
  std::vector<cv::Point> hull;
  cv::convexHull(points, hull);
  return cv::contourArea(hull) / std::abs(quad.signed_area_px2());
}

}  // namespace gridlens
