#include "core/vision/quad_fit.h"

#include <cmath>
#include <limits>
#include <opencv2/imgproc.hpp>

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

}  // namespace

std::optional<Quad> enclosing_quad(const std::vector<cv::Point>& points) {
  if (points.size() < 4) return std::nullopt;
  std::vector<cv::Point> hull;
  cv::convexHull(points, hull);
  std::vector<cv::Point2d> polygon(hull.begin(), hull.end());
  while (polygon.size() > 4) {
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
    if (!std::isfinite(best.area)) return std::nullopt;
    polygon[best_edge] = best.vertex;
    polygon.erase(polygon.begin() + static_cast<std::ptrdiff_t>((best_edge + 1) % n));
  }
  if (polygon.size() != 4) return std::nullopt;
  Quad quad{{polygon[0], polygon[1], polygon[2], polygon[3]}};
  if (quad.signed_area_px2() < 0) std::swap(quad.corners[1], quad.corners[3]);
  if (!quad.is_convex()) return std::nullopt;
  return quad;
}

double hull_share(const std::vector<cv::Point>& points, const Quad& quad) {
  std::vector<cv::Point> hull;
  cv::convexHull(points, hull);
  return cv::contourArea(hull) / std::abs(quad.signed_area_px2());
}

}  // namespace gridlens
