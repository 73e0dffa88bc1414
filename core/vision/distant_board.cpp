#include "core/vision/distant_board.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

#include "core/vision/lattice_fit.h"

namespace gridlens {

namespace {

constexpr int kBoxes = 3;
constexpr int kN = kBoxes * kBoxes;
constexpr double kMaxCellPx = 14;
constexpr double kMinSeen = 0.9;         // of the border's and the box lines' segments, a box long
constexpr double kMaxOffBoxes = 0.07;    // of a line from the fitted lattice, in boxes
constexpr double kMaxBesideShare = 0.5;  // of the lines one box further, all around
// What is dark, as a share of its box's ground: in the middles of cells, and between cells of a
// box.
constexpr double kMiddleReach = 0.22;  // cells
constexpr double kBetweenReach = 0.14;
constexpr int kSamples = 5;            // a side
constexpr double kGroundShare = 0.85;  // quantile of a box's grey levels
constexpr double kTopShare = 0.2;      // the darkest of each kind are compared
constexpr double kLeastInk = 0.05;     // of the middles
constexpr double kInked = 0.4;         // of the darkest middles' darkness
constexpr int kFewestInked = 14;
constexpr int kMostInked = 75;
constexpr double kMostBetween = 0.5;  // of the middles' darkness

double level_at(const cv::Mat& grey, cv::Point2d at) {
  const int x = std::clamp(static_cast<int>(std::lround(at.x)), 0, grey.cols - 1);
  const int y = std::clamp(static_cast<int>(std::lround(at.y)), 0, grey.rows - 1);
  return grey.ptr(y)[x];
}

// The means around places on a board, `reach` cells to each side.
double mean_around(const cv::Mat& grey, const Homography& image_from_board, cv::Point2d middle,
                   double reach) {
  double sum = 0;
  for (int i = 0; i < kSamples * kSamples; ++i)
    sum += level_at(
        grey,
        image_from_board(middle + reach * cv::Point2d(2.0 * (i % kSamples) / (kSamples - 1) - 1,
                                                      2.0 * (i / kSamples) / (kSamples - 1) - 1)));
  return sum / (kSamples * kSamples);
}

// The mean of the largest values.
double top_mean(std::vector<double>& values) {
  const auto count = static_cast<std::ptrdiff_t>(kTopShare * static_cast<double>(values.size()));
  std::nth_element(values.begin(), values.begin() + count, values.end(), std::greater<>());
  return std::accumulate(values.begin(), values.begin() + count, 0.0) / static_cast<double>(count);
}

// Digits stand in the middles of cells. Text and pictures do not know the cells.
bool holds_digits(const cv::Mat& grey, const Homography& image_from_board) {
  std::vector<double> middles, between;
  for (int box = 0; box < kN; ++box) {
    const cv::Point2d corner(box % kBoxes * kBoxes, box / kBoxes * kBoxes);
    std::vector<double> levels;
    for (int i = 0; i < kN * kN; ++i)
      levels.push_back(level_at(
          grey, image_from_board(corner +
                                 cv::Point2d((i % kN + 0.5) / kBoxes, (i / kN + 0.5) / kBoxes))));
    const auto quantile = levels.begin() + static_cast<std::ptrdiff_t>(
                                               kGroundShare * static_cast<double>(levels.size()));
    std::nth_element(levels.begin(), quantile, levels.end());
    const double ground = std::max(1.0, *quantile);
    const auto darkness = [&](double x, double y, double reach) {
      return 1 - mean_around(grey, image_from_board, corner + cv::Point2d(x, y), reach) / ground;
    };
    for (int i = 0; i < kBoxes; ++i)
      for (int j = 0; j < kBoxes; ++j) {
        middles.push_back(darkness(i + 0.5, j + 0.5, kMiddleReach));
        if (i > 0) between.push_back(darkness(i, j + 0.5, kBetweenReach));
        if (j > 0) between.push_back(darkness(i + 0.5, j, kBetweenReach));
        if (i > 0 && j > 0) between.push_back(darkness(i, j, kBetweenReach));
      }
  }
  const double ink = top_mean(middles);
  const auto inked = std::count_if(middles.begin(), middles.end(),
                                   [&](double dark) { return dark > kInked * ink; });
  return ink >= kLeastInk && inked >= kFewestInked && inked <= kMostInked &&
         top_mean(between) <= kMostBetween * ink;
}

// Do the lines go on one box further, on all sides? Then this is a part of something larger.
bool goes_on(const cv::Mat& grey, const Homography& image_from_boxes,
             const ProfileOptions& options) {
  int inside = 0, seen = 0;
  for (const LineFamily family : {LineFamily::column_line, LineFamily::row_line})
    for (const int cell : {-1, kBoxes})
      for (int line = 1; line < kBoxes; ++line) {
        const SegmentReading r =
            read_segment(grey, image_from_boxes, {family, line, cell}, options);
        inside += r.inside;
        seen += r.inside && r.seen && std::abs(r.offset_px) < kMaxOffBoxes * r.cell_px;
      }
  return seen > kMaxBesideShare * inside;
}

}  // namespace

std::optional<BoardCandidate> find_distant_board(const cv::Mat& grey, const Quad& outline) {
  const auto sides = outline.side_lengths_px();
  if (*std::max_element(sides.begin(), sides.end()) > kMaxCellPx * kN) return std::nullopt;
  ProfileOptions options;
  const LatticeFit fit = refine_lattice(grey, Homography::image_from_board(outline, kBoxes), kBoxes,
                                        {0.14, 0.10}, options);
  if (!fit.solved || !fit.image_from_board.outline(kBoxes).is_convex()) return std::nullopt;
  options.search_cells = 0.10;
  int all = 0, seen = 0;
  for (const LatticeSample& s : read_lattice(grey, fit.image_from_board, kBoxes, options)) {
    ++all;
    seen += s.reading.inside && (s.reading.seen || s.reading.step) &&
            std::abs(s.reading.offset_px) <= kMaxOffBoxes * s.reading.cell_px;
  }
  if (seen < kMinSeen * all || goes_on(grey, fit.image_from_board, options)) return std::nullopt;
  BoardCandidate board;
  constexpr double kScale = 1.0 / kBoxes;
  board.image_from_board =
      fit.image_from_board * Homography(cv::Matx33d(kScale, 0, 0, 0, kScale, 0, 0, 0, 1));
  if (!holds_digits(grey, board.image_from_board)) return std::nullopt;
  board.n = kN;
  board.boxes_only = true;
  board.lattice_score = static_cast<double>(seen) / all * kScale;  // a third of the lines
  board.bend = BoardBend(kN);
  board.shapes = {{Shape{kBoxes, kBoxes}, 1, {}}};
  return board;
}

}  // namespace gridlens
