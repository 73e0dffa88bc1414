#include "core/vision/distant_board.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

#include "core/vision/lattice_fit.h"
#include "core/vision/median.h"

namespace gridlens {

namespace {

constexpr double kMinCellPx = 4.8;
constexpr double kMaxCellPx = 14;
constexpr double kMinSeen = 0.9;         // of the border's and the box lines' segments, a box long
constexpr double kMaxOffPx = 0.9;        // of a line from the fitted lattice ...
constexpr double kMaxOffCells = 0.21;    // ... where the cells are larger
constexpr double kMaxBesideShare = 0.5;  // of the lines one box further, all around
// What is dark, as a share of its box's ground: in the middles of cells, and between cells of a
// box.
constexpr double kMiddleReach = 0.22;  // cells
constexpr double kBetweenReach = 0.14;
constexpr int kSamples = 5;            // a side
constexpr double kGroundShare = 0.85;  // quantile of a box's grey levels
constexpr double kTopShare = 0.2;      // the darkest of each kind are compared
constexpr double kLeastInk = 0.03;     // of the middles
constexpr double kInked = 0.4;         // of the darkest middles' darkness
constexpr double kFewestInked = 0.17;  // of the cells
constexpr double kMostInked = 0.93;
constexpr double kMostBetween = 0.5;  // of the middles' darkness

// Boxes across and down of the boards looked for: a board's size is their product.
struct Boxes {
  int across, down;

  [[nodiscard]] int n() const { return across * down; }
};
constexpr std::array<Boxes, 10> kBoxes{
    {{3, 3}, {2, 3}, {3, 2}, {2, 4}, {4, 2}, {2, 5}, {5, 2}, {3, 4}, {4, 3}, {4, 4}}};

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

// Digits stand in the middles of cells. Text and pictures do not know the cells. Thin lines darken
// all places between the cells alike, print darkens some of them.
bool holds_digits(const cv::Mat& grey, const Homography& image_from_board, const Boxes& boxes) {
  const int n = boxes.n();
  const int cols = boxes.down, rows = boxes.across;  // of a box
  std::vector<double> middles, between;
  for (int box = 0; box < n; ++box) {
    const cv::Point2d corner(box % boxes.across * cols, box / boxes.across * rows);
    std::vector<double> levels;
    for (int y = 0; y < 3 * rows; ++y)
      for (int x = 0; x < 3 * cols; ++x)
        levels.push_back(
            level_at(grey, image_from_board(corner + cv::Point2d((x + 0.5) / 3, (y + 0.5) / 3))));
    const auto quantile = levels.begin() + static_cast<std::ptrdiff_t>(
                                               kGroundShare * static_cast<double>(levels.size()));
    std::nth_element(levels.begin(), quantile, levels.end());
    const double ground = std::max(1.0, *quantile);
    const auto darkness = [&](double x, double y, double reach) {
      return 1 - mean_around(grey, image_from_board, corner + cv::Point2d(x, y), reach) / ground;
    };
    for (int i = 0; i < cols; ++i)
      for (int j = 0; j < rows; ++j) {
        middles.push_back(darkness(i + 0.5, j + 0.5, kMiddleReach));
        if (i > 0) between.push_back(darkness(i, j + 0.5, kBetweenReach));
        if (j > 0) between.push_back(darkness(i + 0.5, j, kBetweenReach));
        if (i > 0 && j > 0) between.push_back(darkness(i, j, kBetweenReach));
      }
  }
  const double ink = top_mean(middles);
  const double lines = std::max(0.0, median(between));
  const auto inked = static_cast<double>(std::count_if(
      middles.begin(), middles.end(), [&](double dark) { return dark > kInked * ink; }));
  return ink >= kLeastInk && inked >= kFewestInked * n * n && inked <= kMostInked * n * n &&
         top_mean(between) - lines <= kMostBetween * (ink - lines);
}

// Do the lines go on one box further, on all sides? Then this is a part of something larger.
bool goes_on(const cv::Mat& grey, const Homography& image_from_boxes, const Boxes& boxes,
             const ProfileOptions& options, double tolerance_px) {
  int inside = 0, seen = 0;
  for (const LineFamily family : {LineFamily::column_line, LineFamily::row_line}) {
    const bool column = family == LineFamily::column_line;
    for (const int cell : {-1, column ? boxes.down : boxes.across})
      for (int line = 1; line < (column ? boxes.across : boxes.down); ++line) {
        const SegmentReading r =
            read_segment(grey, image_from_boxes, {family, line, cell}, options);
        inside += r.inside;
        seen += r.inside && r.seen && std::abs(r.offset_px) < tolerance_px;
      }
  }
  return seen > kMaxBesideShare * inside;
}

// Lines or, where boxes are told by their tone, its steps.
std::vector<LatticeSample> read_boxes(const cv::Mat& grey, const Homography& image_from_boxes,
                                      const Boxes& boxes, const ProfileOptions& options) {
  auto samples = read_lattice(grey, image_from_boxes, {boxes.across, boxes.down}, options);
  for (LatticeSample& s : samples) s.reading.seen = s.reading.seen || s.reading.step;
  return samples;
}

std::optional<BoardCandidate> find_boxes(const cv::Mat& grey, const Quad& outline,
                                         const Boxes& boxes) {
  const int n = boxes.n();
  const auto sides = outline.side_lengths_px();
  const double cell_px = *std::min_element(sides.begin(), sides.end()) / n;
  if (cell_px < kMinCellPx || *std::max_element(sides.begin(), sides.end()) > kMaxCellPx * n)
    return std::nullopt;
  ProfileOptions options;
  Homography image_from_boxes =
      Homography::image_from_board(outline, 1) *
      Homography(cv::Matx33d(1.0 / boxes.across, 0, 0, 0, 1.0 / boxes.down, 0, 0, 0, 1));
  for (const double search : {0.14, 0.10}) {
    options.search_cells = search;
    const LatticeFit fit = fit_lattice(read_boxes(grey, image_from_boxes, boxes, options),
                                       image_from_boxes, {boxes.across, boxes.down});
    if (!fit.solved) return std::nullopt;
    image_from_boxes = fit.image_from_board;
  }
  const Homography image_from_board =
      image_from_boxes *
      Homography(cv::Matx33d(1.0 / boxes.down, 0, 0, 0, 1.0 / boxes.across, 0, 0, 0, 1));
  if (!image_from_board.outline(n).is_convex()) return std::nullopt;
  const double tolerance_px = std::max(kMaxOffPx, kMaxOffCells * cell_px);
  int all = 0, seen = 0;
  for (const LatticeSample& s : read_boxes(grey, image_from_boxes, boxes, options)) {
    ++all;
    seen += s.reading.inside && s.reading.seen && std::abs(s.reading.offset_px) <= tolerance_px;
  }
  if (seen < kMinSeen * all || goes_on(grey, image_from_boxes, boxes, options, tolerance_px))
    return std::nullopt;
  if (!holds_digits(grey, image_from_board, boxes)) return std::nullopt;
  BoardCandidate board;
  board.image_from_board = image_from_board;
  board.n = n;
  board.boxes_only = true;
  // Of all lines of the board these are but few.
  board.lattice_score = static_cast<double>(seen) / all / std::max(boxes.across, boxes.down);
  board.bend = BoardBend(n);
  board.shapes = {{Shape{boxes.across, boxes.down}, 1}};
  return board;
}

}  // namespace

std::optional<BoardCandidate> find_distant_board(const cv::Mat& grey, const Quad& outline) {
  std::optional<BoardCandidate> best;
  for (const Boxes& boxes : kBoxes) {
    auto board = find_boxes(grey, outline, boxes);
    if (board && (!best || board->n > best->n)) best = std::move(board);
  }
  return best;
}

}  // namespace gridlens
