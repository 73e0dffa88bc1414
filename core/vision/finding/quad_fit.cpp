#include "core/vision/finding/quad_fit.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <opencv2/imgproc.hpp>
#include <optional>
#include <utility>

#include "core/ablation/mechanism.h"

namespace gridlens {

namespace {

// What removing the edge between vertices b and c of a convex polygon costs (the added triangle),
// and the vertex that replaces both. a precedes b, d follows c.
struct Removal {
  double area = std::numeric_limits<double>::infinity();
  cv::Point2d vertex;
};

Removal remove_edge(cv::Point2d a, cv::Point2d b, cv::Point2d c, cv::Point2d d) {
  const cv::Point2d u = b - a;  // runs on beyond b
  const cv::Point2d v = c - d;  // runs on beyond c
  const double det = u.cross(v);
  if (std::abs(det) < 1e-9) return {};
  const double s = (c - b).cross(v) / det;
  const double t = (c - b).cross(u) / det;
  if (s < 0 || t < 0) return {};  // the neighbours meet on the far side
  const cv::Point2d x = b + s * u;
  return {std::abs((c - b).cross(x - b)) / 2, x};
}

// A convex polygon that loses its edges one by one, the cheapest first.
class Shrinking {
 public:
  explicit Shrinking(const std::vector<cv::Point>& hull) : vertices_(hull.begin(), hull.end()) {
    for (std::size_t i = 0; i < size(); ++i) removals_.push_back(removal(i));
  }

  [[nodiscard]] std::size_t size() const { return vertices_.size(); }
  [[nodiscard]] const std::vector<cv::Point2d>& vertices() const { return vertices_; }

  // False where no edge can go.
  bool shorten() {
    std::size_t edge = 0;
    for (std::size_t i = 1; i < size(); ++i)
      if (removals_[i].area < removals_[edge].area) edge = i;
    if (!std::isfinite(removals_[edge].area)) return false;
    vertices_[edge] = removals_[edge].vertex;
    const std::size_t gone = (edge + 1) % size();
    vertices_.erase(vertices_.begin() + static_cast<std::ptrdiff_t>(gone));
    removals_.erase(removals_.begin() + static_cast<std::ptrdiff_t>(gone));
    // The edges that meet the new vertex, and those next to them.
    const std::size_t at = gone == 0 ? edge - 1 : edge;
    for (std::size_t k = size() - 2; k <= size() + 1; ++k) {
      const std::size_t i = (at + k) % size();
      removals_[i] = removal(i);
    }
    return true;
  }

 private:
  [[nodiscard]] Removal removal(std::size_t i) const {
    const std::size_t n = size();
    return remove_edge(vertices_[(i + n - 1) % n], vertices_[i], vertices_[(i + 1) % n],
                       vertices_[(i + 2) % n]);
  }

  std::vector<cv::Point2d> vertices_;
  std::vector<Removal> removals_;  // of the edge from each vertex to the next
};

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

std::vector<cv::Point> convex_hull(const std::vector<cv::Point>& points) {
  if (points.empty()) return {};
  const auto [first, last] =
      std::minmax_element(points.begin(), points.end(),
                          [](const cv::Point& a, const cv::Point& b) { return a.y < b.y; });
  const int top = first->y;
  // Only the ends of each row can lie on the hull.
  std::vector<std::pair<int, int>> ends(
      static_cast<std::size_t>(last->y - top + 1),
      {std::numeric_limits<int>::max(), std::numeric_limits<int>::min()});
  for (const cv::Point& p : points) {
    auto& [left, right] = ends[static_cast<std::size_t>(p.y - top)];
    left = std::min(left, p.x);
    right = std::max(right, p.x);
  }
  std::vector<cv::Point> few;
  for (std::size_t row = 0; row < ends.size(); ++row) {
    const auto [left, right] = ends[row];
    if (left > right) continue;
    few.emplace_back(left, top + static_cast<int>(row));
    if (right > left) few.emplace_back(right, top + static_cast<int>(row));
  }
  std::vector<cv::Point> hull;
  cv::convexHull(few, hull);
  return hull;
}

std::vector<Quad> enclosing_quads(const std::vector<cv::Point>& hull) {
  std::vector<Quad> quads;
  if (hull.size() < 4) return quads;
  Shrinking shrinking(hull);
  std::vector<cv::Point2d> octagon;
  while (shrinking.size() > 4) {
    if (shrinking.size() == 8) octagon = shrinking.vertices();
    if (!shrinking.shorten()) return quads;
  }
  const std::vector<cv::Point2d>& polygon = shrinking.vertices();
  if (const auto quad = quad_of(polygon)) quads.push_back(*quad);
  if (!quads.empty() && octagon.size() == 8 && stout(octagon) && in_use<"octagons">())
    for (const std::size_t first : {0u, 1u}) {
      const auto other = on_every_second_edge(octagon, first);
      if (!other) continue;
      const double tolerance = 0.1 * std::sqrt(other->signed_area_px2());
      if (closest_turn(*other, quads[0]).distance_px >= tolerance) quads.push_back(*other);
    }
  return quads;
}

double hull_share(const std::vector<cv::Point>& hull, const Quad& quad) {
  return cv::contourArea(hull) / std::abs(quad.signed_area_px2());
}

}  // namespace gridlens
