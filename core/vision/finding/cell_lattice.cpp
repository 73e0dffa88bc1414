#include "core/vision/finding/cell_lattice.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <opencv2/core.hpp>
#include <opencv2/imgproc.hpp>
#include <set>
#include <utility>

#include "core/image/statistics.h"
#include "core/puzzle/shape.h"
#include "core/vision/finding/quad_fit.h"

namespace gridlens {

namespace {

constexpr double kMinFill = 0.42;  // of the bounding box; a square on its tip fills half
constexpr std::size_t kMinCells = 7;
constexpr double kMaxMiss = 0.28;  // of the shorter basis vector, from the predicted neighbour
constexpr double kWall = 1.12;     // distance of neighbours over the inner side of a cell

struct Patch {
  cv::Point2d centre;
  double area = 0;
  bool taken = false;
};

// Buckets of patches for looking up the nearest one.
class PatchMap {
 public:
  PatchMap(const std::vector<Patch>& patches, cv::Size size)
      : patches_(patches), across_(size.width / kBucketPx + 1), down_(size.height / kBucketPx + 1) {
    buckets_.resize(static_cast<std::size_t>(across_ * down_));
    for (std::size_t i = 0; i < patches.size(); ++i)
      buckets_[bucket(patches[i].centre)].push_back(i);
  }

  // Nearest free patch within `reach`, of similar area; -1: none.
  [[nodiscard]] int nearest(cv::Point2d p, double reach, double area) const {
    int best = -1;
    double best_distance = reach;
    const auto index = [](double v, int n) {
      return std::clamp(static_cast<int>(v / kBucketPx), 0, n - 1);
    };
    for (int by = index(p.y - reach, down_); by <= index(p.y + reach, down_); ++by)
      for (int bx = index(p.x - reach, across_); bx <= index(p.x + reach, across_); ++bx)
        for (const std::size_t i : buckets_[static_cast<std::size_t>(by * across_ + bx)]) {
          const Patch& c = patches_[i];
          if (c.taken || c.area < 0.4 * area || c.area > 2.5 * area) continue;
          const double d = std::hypot(c.centre.x - p.x, c.centre.y - p.y);
          if (d < best_distance) {
            best_distance = d;
            best = static_cast<int>(i);
          }
        }
    return best;
  }

 private:
  static constexpr int kBucketPx = 16;

  [[nodiscard]] std::size_t bucket(cv::Point2d p) const {
    const int x = std::clamp(static_cast<int>(p.x / kBucketPx), 0, across_ - 1);
    const int y = std::clamp(static_cast<int>(p.y / kBucketPx), 0, down_ - 1);
    return static_cast<std::size_t>(y * across_ + x);
  }

  const std::vector<Patch>& patches_;
  int across_;
  int down_;
  std::vector<std::vector<std::size_t>> buckets_;
};

struct Placed {
  std::size_t patch;
  int col, row;
  cv::Point2d right, down;  // local basis: to the next cell
};

// Grows a lattice from a seed. Marks its patches taken.
std::vector<Placed> grow(std::vector<Patch>& patches, const PatchMap& map, std::size_t seed,
                         cv::Point2d right, cv::Point2d down) {
  std::vector<Placed> placed;
  std::set<std::pair<int, int>> occupied;
  std::deque<Placed> open;
  patches[seed].taken = true;
  open.push_back({seed, 0, 0, right, down});
  occupied.emplace(0, 0);
  while (!open.empty()) {
    const Placed cell = open.front();
    open.pop_front();
    placed.push_back(cell);
    const Patch& patch = patches[cell.patch];
    const double reach = kMaxMiss * std::min(std::hypot(cell.right.x, cell.right.y),
                                             std::hypot(cell.down.x, cell.down.y));
    for (const auto& [dc, dr] : {std::pair{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
      const std::pair<int, int> place{cell.col + dc, cell.row + dr};
      if (std::abs(place.first) > Shape::kMaxN || std::abs(place.second) > Shape::kMaxN) continue;
      if (occupied.contains(place)) continue;
      const cv::Point2d step = cell.right * dc + cell.down * dr;
      const int next = map.nearest(patch.centre + step, reach, patch.area);
      if (next < 0) continue;
      const auto i = static_cast<std::size_t>(next);
      patches[i].taken = true;
      occupied.insert(place);
      Placed neighbour{i, place.first, place.second, cell.right, cell.down};
      const cv::Point2d seen = (patches[i].centre - patch.centre) * (dc + dr);
      cv::Point2d& along = dc != 0 ? neighbour.right : neighbour.down;
      along = along * 0.5 + seen * 0.5;
      open.push_back(neighbour);
    }
  }
  return placed;
}

// Direct linear transform on normalised points (Hartley & Zisserman 4.1), second round without the
// worst-fitting cells.
bool fit_cells(const std::vector<Placed>& placed, const std::vector<Patch>& patches,
               Homography& image_from_cells) {
  std::vector<char> used(placed.size(), 1);
  cv::Point2d mean_cell, mean_image;
  for (const Placed& p : placed) {
    mean_cell += cv::Point2d(p.col + 0.5, p.row + 0.5);
    mean_image += patches[p.patch].centre;
  }
  const double count = static_cast<double>(placed.size());
  mean_cell *= 1 / count;
  mean_image *= 1 / count;
  double spread_cell = 0, spread_image = 0;
  for (const Placed& p : placed) {
    const cv::Point2d c = cv::Point2d(p.col + 0.5, p.row + 0.5) - mean_cell;
    const cv::Point2d m = patches[p.patch].centre - mean_image;
    spread_cell += std::hypot(c.x, c.y) / count;
    spread_image += std::hypot(m.x, m.y) / count;
  }
  if (spread_cell <= 0 || spread_image <= 0) return false;
  for (int round = 0; round < 2; ++round) {
    cv::Matx<double, 9, 9> normal = cv::Matx<double, 9, 9>::zeros();
    for (std::size_t i = 0; i < placed.size(); ++i) {
      if (!used[i]) continue;
      const cv::Point2d c =
          (cv::Point2d(placed[i].col + 0.5, placed[i].row + 0.5) - mean_cell) * (1 / spread_cell);
      const cv::Point2d m = (patches[placed[i].patch].centre - mean_image) * (1 / spread_image);
      const cv::Matx<double, 1, 9> rx(c.x, c.y, 1, 0, 0, 0, -m.x * c.x, -m.x * c.y, -m.x);
      const cv::Matx<double, 1, 9> ry(0, 0, 0, c.x, c.y, 1, -m.y * c.x, -m.y * c.y, -m.y);
      normal += rx.t() * rx + ry.t() * ry;
    }
    cv::Matx<double, 9, 1> values;
    cv::Matx<double, 9, 9> vectors;
    if (!cv::eigen(normal, values, vectors)) return false;
    cv::Matx33d h;
    for (int k = 0; k < 9; ++k) h.val[k] = vectors(8, k);
    const cv::Matx33d unit_from_cell(1 / spread_cell, 0, -mean_cell.x / spread_cell, 0,
                                     1 / spread_cell, -mean_cell.y / spread_cell, 0, 0, 1);
    const cv::Matx33d image_from_unit(spread_image, 0, mean_image.x, 0, spread_image, mean_image.y,
                                      0, 0, 1);
    h = image_from_unit * h * unit_from_cell;
    if (std::abs(h(2, 2)) < 1e-9) return false;
    image_from_cells = Homography(h * (1 / h(2, 2)));
    std::vector<double> misses;
    for (const Placed& p : placed) {
      const cv::Point2d d = image_from_cells({p.col + 0.5, p.row + 0.5}) - patches[p.patch].centre;
      misses.push_back(std::hypot(d.x, d.y));
    }
    const double limit = std::max(1.0, 4 * median(misses));
    for (std::size_t i = 0; i < placed.size(); ++i) used[i] = misses[i] <= limit;
  }
  return true;
}

}  // namespace

std::vector<InkComponent> paper_cells(const cv::Mat& ink) {
  std::vector<InkComponent> patches =
      ink_components(255 - ink, {.min_extent_px = 5, .max_extent_px = 160, .diagonal = false});
  std::erase_if(patches, [](const InkComponent& patch) {
    return patch.area_px < kMinFill * patch.box.area() || patch.box.width > 4 * patch.box.height ||
           patch.box.height > 4 * patch.box.width;
  });
  return patches;
}

std::optional<PatchSides> sides_of(const InkComponent& patch, double min_share) {
  const std::vector<cv::Point> hull = convex_hull(patch.rim);
  const std::vector<Quad> quads = enclosing_quads(hull);
  if (quads.empty() || hull_share(hull, quads[0]) < min_share) return std::nullopt;
  const auto& q = quads[0].corners;
  return PatchSides{quads[0].centre(), (q[1] - q[0] + q[2] - q[3]) * 0.5,
                    (q[3] - q[0] + q[2] - q[1]) * 0.5};
}

std::vector<CellLattice> cell_lattices(const cv::Mat& ink) {
  const std::vector<InkComponent> blobs = paper_cells(ink);
  std::vector<Patch> patches;
  for (const InkComponent& b : blobs)
    patches.push_back({b.centroid, static_cast<double>(b.area_px), false});
  std::vector<CellLattice> lattices;
  if (patches.size() < kMinCells) return lattices;
  const PatchMap map(patches, ink.size());
  for (std::size_t seed = 0; seed < patches.size(); ++seed) {
    if (patches[seed].taken) continue;
    const auto sides = sides_of(blobs[seed], 0.75);
    if (!sides) continue;
    const std::vector<Placed> placed =
        grow(patches, map, seed, sides->right * kWall, sides->down * kWall);
    if (placed.size() < kMinCells) {
      // The others may still belong to a lattice with a better seed.
      for (const Placed& p : placed) patches[p.patch].taken = p.patch == seed;
      continue;
    }
    std::vector<cv::Point> places;
    for (const Placed& p : placed) places.emplace_back(p.col, p.row);
    const cv::Rect extent = cv::boundingRect(places);
    if (extent.width < 3 || extent.height < 3) continue;
    CellLattice lattice;
    if (!fit_cells(placed, patches, lattice.image_from_cells)) continue;
    lattice.image_from_cells = lattice.image_from_cells * Homography::translation(extent.tl());
    lattice.cols = extent.width;
    lattice.rows = extent.height;
    lattice.cells = static_cast<int>(placed.size());
    lattices.push_back(lattice);
  }
  return lattices;
}

}  // namespace gridlens
