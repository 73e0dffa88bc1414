#include "core/vision/lattice/box_shapes.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/ablation/mechanism.h"
#include "core/image/statistics.h"
#include "core/vision/lattice/cell_background.h"

namespace gridlens {

namespace {

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double variance(const std::vector<double>& values) {
  const double middle = mean(values);
  double sum = 0;
  for (const double v : values) sum += (v - middle) * (v - middle);
  return sum / static_cast<double>(values.size());
}

// Positive only where the box lines are the thicker ones.
double thickness_gain(const std::vector<double>& thickness, int n, int step) {
  BoxLines lines;
  for (int k = 1; k < n; ++k) {
    const double t = thickness[static_cast<std::size_t>(k)];
    if (t > 0) lines.add(std::log(t), k % step == 0);
  }
  // (10 %)^2: thickness is never known better.
  return mean(lines.between) > mean(lines.within) ? lines.gain(0.01) : 0;
}

}  // namespace

double BoxLines::gain(double floor) const {
  if (between.empty() || within.empty()) return 0;
  const auto weighed = [](const std::vector<double>& values) {
    return variance(values) * static_cast<double>(values.size());
  };
  const auto count = static_cast<double>(all.size());
  const double apart = (weighed(between) + weighed(within)) / count;
  return 0.5 * count * std::log((variance(all) + floor) / (apart + floor));
}

void normalise_weights(std::vector<ShapeEvidence>& shapes) {
  double sum = 0;
  for (const ShapeEvidence& s : shapes) sum += s.weight;
  for (ShapeEvidence& s : shapes) s.weight /= sum;
  std::stable_sort(
      shapes.begin(), shapes.end(),
      [](const ShapeEvidence& a, const ShapeEvidence& b) { return a.weight > b.weight; });
}

std::vector<ShapeEvidence> weigh_shapes(const cv::Mat& grey, const Homography& image_from_board,
                                        int n, const std::vector<LatticeSample>& samples) {
  std::vector<ShapeEvidence> shapes;
  for (const Shape& shape : possible_shapes(n)) shapes.push_back({shape, 0, {}});
  if (shapes.empty()) return shapes;

  // Thickness of each line: the median over its segments.
  std::vector<double> thickness[2];
  for (int family = 0; family < 2; ++family) {
    std::vector<std::vector<double>> masses(static_cast<std::size_t>(n + 1));
    for (const LatticeSample& s : samples)
      if (s.reading.seen && (s.segment.family == LineFamily::column_line) == (family == 0))
        masses[static_cast<std::size_t>(s.segment.line)].push_back(s.reading.mass_cells);
    for (auto& line : masses) thickness[family].push_back(median(std::move(line)));
  }

  auto background = cell_backgrounds(grey, image_from_board, n, PointRank::brightest);
  for (double& g : background) g = std::log(g + 8);

  std::vector<double> gains;
  for (const ShapeEvidence& s : shapes) {
    const double lines = thickness_gain(thickness[0], n, s.shape.box_cols) +
                         thickness_gain(thickness[1], n, s.shape.box_rows);
    // Shading: steps of the background across box borders against steps inside boxes, between
    // neighbouring cells so that a shadow over the page cancels.
    double across = 0, within = 0;
    int across_count = 0, within_count = 0;
    const auto step = [&](int a, int b, bool border) {
      const double d = std::min(0.3, std::abs(background[a] - background[b]));
      (border ? across : within) += d;
      (border ? across_count : within_count)++;
    };
    for (int row = 0; row < n; ++row)
      for (int col = 0; col < n; ++col) {
        const int i = row * n + col;
        if (col + 1 < n) step(i, i + 1, (col + 1) % s.shape.box_cols == 0);
        if (row + 1 < n) step(i, i + n, (row + 1) % s.shape.box_rows == 0);
      }
    across /= std::max(1, across_count);
    within /= std::max(1, within_count);
    const double shading = 4 * std::log((across + 0.01) / (within + 0.01));
    gains.push_back(lines + (shading > 0 && in_use<"box_shading">() ? shading : 0.0));
  }
  // The squarest shape wins where nothing speaks: a small head start, transposes alike.
  const double top = *std::max_element(gains.begin(), gains.end());
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const Shape& s = shapes[i].shape;
    const double head_start =
        -1.5 * std::log(static_cast<double>(std::max(s.box_rows, s.box_cols)) /
                        std::min(s.box_rows, s.box_cols));
    shapes[i].weight = std::exp(gains[i] - top + head_start);
    shapes[i].box_evidence = gains[i];
  }
  normalise_weights(shapes);
  return shapes;
}

}  // namespace gridlens
