#include "core/vision/lattice/lattice_fit.h"

#include <algorithm>
#include <cmath>
#include <opencv2/core.hpp>

#include "core/image/statistics.h"

namespace gridlens {

namespace {

// Both planes are shifted and scaled to about [-1, 1] so that the normal equations are well
// conditioned.
struct Frames {
  cv::Matx33d board_from_unit;
  cv::Matx33d image_from_unit;
  double pixels_per_unit = 1;
};

Frames normalise(const Homography& image_from_board, LatticeSize size) {
  const double hx = size.cols / 2.0;
  const double hy = size.rows / 2.0;
  const Quad quad = outline_of(image_from_board, size);
  const cv::Point2d c = quad.centre();
  const double s = std::sqrt(std::abs(quad.signed_area_px2())) / 2;
  return {cv::Matx33d(hx, 0, hx, 0, hy, hy, 0, 0, 1), cv::Matx33d(s, 0, c.x, 0, s, c.y, 0, 0, 1),
          s};
}

}  // namespace

std::array<int, 2> cell_numbers_beside(const SegmentId& segment, LatticeSize size) {
  std::array<int, 2> numbers{};
  const auto cells = cells_beside(segment);
  for (std::size_t i = 0; i < 2; ++i) {
    const auto [col, row] = cells[i];
    const bool inside = col >= 0 && col < size.cols && row >= 0 && row < size.rows;
    numbers[i] = inside ? row * size.cols + col : -1;
  }
  return numbers;
}

std::vector<double> seen_depths(const std::vector<LatticeSample>& samples) {
  std::vector<double> depths;
  for (const LatticeSample& s : samples)
    if (s.reading.seen) depths.push_back(s.reading.depth);
  return depths;
}

LatticeFit fit_lattice(const std::vector<LatticeSample>& samples,
                       const Homography& image_from_board, LatticeSize size) {
  LatticeFit fit;
  fit.image_from_board = image_from_board;
  const Frames frames = normalise(image_from_board, size);
  const cv::Matx33d unit_from_image = frames.image_from_unit.inv();
  cv::Matx33d h = unit_from_image * image_from_board.matrix() * frames.board_from_unit;
  h = h * (1.0 / h(2, 2));

  struct Observation {
    cv::Point2d board;   // in [-1, 1]
    cv::Point2d image;   // measured point, in units
    cv::Point2d normal;  // unit vector (the scaling is uniform)
  };
  std::vector<Observation> observations;
  observations.reserve(samples.size());
  for (const LatticeSample& s : samples) {
    if (!s.reading.seen) continue;
    const cv::Point2d b = s.place();
    const cv::Point2d m = s.reading.measured();
    const cv::Vec3d u = unit_from_image * cv::Vec3d(m.x, m.y, 1);
    observations.push_back(
        {{b.x * 2 / size.cols - 1, b.y * 2 / size.rows - 1}, {u[0], u[1]}, s.reading.normal});
  }
  if (observations.size() < 16) return fit;

  std::vector<double> residuals(observations.size());
  const auto measure = [&] {
    for (std::size_t i = 0; i < observations.size(); ++i) {
      const Observation& o = observations[i];
      const double w = h(2, 0) * o.board.x + h(2, 1) * o.board.y + 1;
      const cv::Point2d p{(h(0, 0) * o.board.x + h(0, 1) * o.board.y + h(0, 2)) / w,
                          (h(1, 0) * o.board.x + h(1, 1) * o.board.y + h(1, 2)) / w};
      residuals[i] = o.normal.dot(o.image - p);
    }
    return robust_spread(residuals);
  };

  const double floor = 0.08 / frames.pixels_per_unit;  // px: what an undisturbed sample scatters
  double spread = measure();
  for (int round = 0; round < 6; ++round) {
    const double c = 4.0 * std::max(spread, floor);
    cv::Matx<double, 8, 8> normal_matrix = cv::Matx<double, 8, 8>::zeros();
    cv::Vec<double, 8> gradient = cv::Vec<double, 8>::all(0);
    for (std::size_t i = 0; i < observations.size(); ++i) {
      const double weight = tukey_weight(residuals[i] / c);
      if (weight == 0) continue;
      const Observation& o = observations[i];
      const double x = o.board.x;
      const double y = o.board.y;
      const double w = h(2, 0) * x + h(2, 1) * y + 1;
      const double px = (h(0, 0) * x + h(0, 1) * y + h(0, 2)) / w;
      const double py = (h(1, 0) * x + h(1, 1) * y + h(1, 2)) / w;
      const double nx = o.normal.x / w;
      const double ny = o.normal.y / w;
      const double g = -(nx * px + ny * py);
      const double j[8] = {nx * x, nx * y, nx, ny * x, ny * y, ny, g * x, g * y};
      for (int a = 0; a < 8; ++a) {
        gradient[a] += weight * j[a] * residuals[i];
        for (int b = a; b < 8; ++b) normal_matrix(a, b) += weight * j[a] * j[b];
      }
    }
    for (int a = 0; a < 8; ++a) {
      normal_matrix(a, a) = normal_matrix(a, a) * (1 + 1e-6) + 1e-9;
      for (int b = 0; b < a; ++b) normal_matrix(a, b) = normal_matrix(b, a);
    }
    cv::Vec<double, 8> step;
    if (!cv::solve(normal_matrix, gradient, step, cv::DECOMP_CHOLESKY)) return fit;
    h(0, 0) += step[0];
    h(0, 1) += step[1];
    h(0, 2) += step[2];
    h(1, 0) += step[3];
    h(1, 1) += step[4];
    h(1, 2) += step[5];
    h(2, 0) += step[6];
    h(2, 1) += step[7];
    spread = measure();
    if (cv::norm(step) < 1e-7) break;
  }
  // A sane map keeps the whole board in front of the camera.
  for (const double x : {-1.0, 1.0})
    for (const double y : {-1.0, 1.0})
      if (h(2, 0) * x + h(2, 1) * y + 1 < 0.15) return fit;
  fit.image_from_board = Homography(frames.image_from_unit * h * frames.board_from_unit.inv());
  fit.residual_px = spread * frames.pixels_per_unit;
  fit.solved = true;
  return fit;
}

LatticeFit refine_lattice(const LinePicture& picture, const Homography& image_from_board,
                          LatticeSize size, const std::vector<double>& search_cells,
                          ProfileOptions options) {
  LatticeFit fit;
  fit.image_from_board = image_from_board;
  for (const double search : search_cells) {
    options.search_cells = search;
    const Homography before = fit.image_from_board;
    fit = fit_lattice(read_lattice(picture, before, size, options), before, size);
    if (!fit.solved) return fit;
  }
  return fit;
}

}  // namespace gridlens
