#include "core/vision/finding/cell_seeds.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace gridlens {

namespace {

constexpr double kAlike = 1.5;  // areas of cells near each other
constexpr double kNearCells = 3.5;
constexpr int kFewestNear = 3;

struct Cell {
  cv::Point2d centre;
  double area = 0;
  const InkComponent* patch = nullptr;
  int alike = 0;  // cells of its size near it
};

}  // namespace

std::vector<CellLattice> cell_seeds(const cv::Mat& ink, int max_seeds) {
  const std::vector<InkComponent> blobs = paper_cells(ink);
  std::vector<Cell> cells;
  for (const InkComponent& b : blobs)
    cells.push_back({b.centroid, static_cast<double>(b.area_px), &b});
  // In order of x, so that only the neighbours are looked at.
  std::sort(cells.begin(), cells.end(),
            [](const Cell& a, const Cell& b) { return a.centre.x < b.centre.x; });
  for (std::size_t i = 0; i < cells.size(); ++i) {
    Cell& a = cells[i];
    for (std::size_t j = i + 1; j < cells.size(); ++j) {
      Cell& b = cells[j];
      const double reach = kNearCells * std::sqrt(kAlike * a.area);
      if (b.centre.x - a.centre.x > reach) break;
      if (b.area > kAlike * a.area || a.area > kAlike * b.area) continue;
      if (std::abs(b.centre.y - a.centre.y) > reach) continue;
      ++a.alike;
      ++b.alike;
    }
  }
  std::stable_sort(cells.begin(), cells.end(),
                   [](const Cell& a, const Cell& b) { return a.alike > b.alike; });
  std::vector<CellLattice> seeds;
  for (const Cell& cell : cells) {
    if (cell.alike < kFewestNear || static_cast<int>(seeds.size()) >= max_seeds) break;
    const auto sides = sides_of(*cell.patch, 0.78);
    if (!sides) continue;
    auto [middle, right, down] = *sides;
    // The valley of a line is some three pixels wide, and runs end on pixel centres.
    constexpr double kWallPx = 4;
    right *= 1 + kWallPx / std::max(1.0, std::hypot(right.x, right.y));
    down *= 1 + kWallPx / std::max(1.0, std::hypot(down.x, down.y));
    const cv::Point2d origin = middle - right * 1.5 - down * 1.5;
    CellLattice seed;
    seed.image_from_cells =
        Homography(cv::Matx33d(right.x, down.x, origin.x, right.y, down.y, origin.y, 0, 0, 1));
    seed.cols = seed.rows = 3;
    seeds.push_back(seed);
  }
  return seeds;
}

}  // namespace gridlens
