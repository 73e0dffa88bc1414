#include "core/vision/finding/distant_board.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <vector>

#include "core/image/statistics.h"
#include "core/vision/lattice/board_candidate.h"
#include "core/vision/lattice/lattice_fit.h"

namespace gridlens {

namespace {

constexpr double kMinCellPx = 4.8;
constexpr double kMaxCellPx = 14;
constexpr double kMaxCommonCellPx = 20;  // of 9 x 9: worth looking for where hairlines vanish
constexpr double kMinSeen = 0.9;         // of the border's and the box lines' segments, a box long
constexpr double kMaxOffPx = 0.9;        // of a line from the fitted lattice ...
constexpr double kMaxOffCells = 0.21;    // ... where the cells are larger
constexpr double kMaxBesideShare = 0.5;  // of the lines one box further, all around
// A first look at an outline: its border, in parts.
constexpr int kMostCells = 16;
constexpr int kBorderParts = 3;
constexpr double kMinBorder = 0.5;
// A board that is followed, not looked for.
constexpr double kMinFirstSeen = 0.4;  // in the rounds of a fit
constexpr double kMinFollowed = 0.65;  // of the segments
constexpr double kLastSearch = 0.10;   // boxes
constexpr double kMaxResidual = 0.25;  // cells
// What is dark, as a share of its box's background: in the middles of cells, and between cells of a
// box.
constexpr double kMiddleReach = 0.22;  // cells
constexpr double kBetweenReach = 0.14;
constexpr int kSamples = 5;                // a side
constexpr double kBackgroundShare = 0.85;  // quantile of a box's grey levels
constexpr double kTopShare = 0.2;          // the darkest of each kind are compared
constexpr double kLeastMiddleInk = 0.03;   // of the middles
constexpr double kInked = 0.4;             // of the darkest middles' darkness
constexpr double kFewestInked = 0.17;      // of the cells
constexpr double kMostInked = 0.93;
constexpr double kMostBetween = 0.5;  // of the middles' darkness

// Boxes of the boards looked for.
constexpr Shape kBoxes[] = {{3, 3}, {2, 3}, {3, 2}, {2, 4}, {4, 2},
                            {2, 5}, {5, 2}, {3, 4}, {4, 3}, {4, 4}};

// Of a board: as many across as a box has rows.
LatticeSize boxes_of(const Shape& shape) {
  return {shape.box_rows, shape.box_cols};
}

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
bool holds_digits(const cv::Mat& grey, const Homography& image_from_board, const Shape& shape) {
  const int n = shape.n();
  const int cols = shape.box_cols, rows = shape.box_rows;
  std::vector<double> middles, between;
  for (int box = 0; box < n; ++box) {
    const cv::Point2d corner(box % rows * cols, box / rows * rows);
    std::vector<double> levels;
    for (int y = 0; y < 3 * rows; ++y)
      for (int x = 0; x < 3 * cols; ++x)
        levels.push_back(
            level_at(grey, image_from_board(corner + cv::Point2d((x + 0.5) / 3, (y + 0.5) / 3))));
    const auto rank =
        static_cast<std::size_t>(kBackgroundShare * static_cast<double>(levels.size()));
    const double background = std::max(1.0, nth_smallest(levels, rank));
    const auto darkness = [&](double x, double y, double reach) {
      return 1 -
             mean_around(grey, image_from_board, corner + cv::Point2d(x, y), reach) / background;
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
  return ink >= kLeastMiddleInk && inked >= kFewestInked * n * n && inked <= kMostInked * n * n &&
         top_mean(between) - lines <= kMostBetween * (ink - lines);
}

// Do the lines go on one box further, on all sides? Then this is a part of something larger.
bool goes_on(const LinePicture& picture, const Homography& image_from_boxes, LatticeSize boxes,
             const ProfileOptions& options, double tolerance_px) {
  SeenCount beyond;
  for (const LineFamily family : kLineFamilies) {
    const bool column = family == LineFamily::column_line;
    for (const int cell : {-1, column ? boxes.rows : boxes.cols})
      for (int line = 1; line < (column ? boxes.cols : boxes.rows); ++line) {
        const SegmentReading r =
            read_segment(picture, image_from_boxes, {family, line, cell}, options);
        beyond.add(r.inside, r.seen && std::abs(r.offset_px) < tolerance_px);
      }
  }
  return beyond.seen > kMaxBesideShare * beyond.inside;
}

// Lines or, where boxes are told by their tone, its steps.
std::vector<LatticeSample> read_boxes(const LinePicture& picture,
                                      const Homography& image_from_boxes, LatticeSize boxes,
                                      const ProfileOptions& options) {
  auto samples = read_lattice(picture, image_from_boxes, boxes, options);
  for (LatticeSample& s : samples) s.reading.seen = s.reading.seen || s.reading.step;
  return samples;
}

// A lattice of boxes fitted where it was presumed.
struct FittedBoxes {
  Homography image_from_board;
  double residual_px = 0;
  double seen = 0;  // share of the segments
  std::vector<LatticeSample> samples;
};

std::optional<FittedBoxes> fit_boxes(const LinePicture& picture, const Homography& image_from_board,
                                     const Shape& shape, const std::vector<double>& search_boxes,
                                     double cell_px) {
  const LatticeSize boxes = boxes_of(shape);
  const int cols = shape.box_cols, rows = shape.box_rows;
  FittedBoxes out;
  Homography image_from_boxes =
      image_from_board * Homography(cv::Matx33d(cols, 0, 0, 0, rows, 0, 0, 0, 1));
  ProfileOptions options;
  for (const double search : search_boxes) {
    options.search_cells = search;
    const auto samples = read_boxes(picture, image_from_boxes, boxes, options);
    const auto seen = std::count_if(samples.begin(), samples.end(),
                                    [](const LatticeSample& s) { return s.reading.seen; });
    if (static_cast<double>(seen) < kMinFirstSeen * static_cast<double>(samples.size()))
      return std::nullopt;
    const LatticeFit fit = fit_lattice(samples, image_from_boxes, boxes);
    if (!fit.solved) return std::nullopt;
    image_from_boxes = fit.image_from_board;
    out.residual_px = fit.residual_px;
  }
  const double tolerance_px = std::max(kMaxOffPx, kMaxOffCells * cell_px);
  out.samples = read_boxes(picture, image_from_boxes, boxes, options);
  int seen = 0;
  for (LatticeSample& s : out.samples) {
    s.reading.seen =
        s.reading.inside && s.reading.seen && std::abs(s.reading.offset_px) <= tolerance_px;
    seen += s.reading.seen;
  }
  out.seen = static_cast<double>(seen) / static_cast<double>(out.samples.size());
  if (goes_on(picture, image_from_boxes, boxes, options, tolerance_px)) return std::nullopt;
  out.image_from_board =
      image_from_boxes * Homography(cv::Matx33d(1.0 / cols, 0, 0, 0, 1.0 / rows, 0, 0, 0, 1));
  return out;
}

// Of all lines of the board those of the boxes are but few.
double share_of_all_lines(double seen, const Shape& shape) {
  return seen / std::max(shape.box_rows, shape.box_cols);
}

// Most outlines are letters, text and pictures.
bool has_border(const LinePicture& picture, const Quad& outline) {
  if (outline.longest_side_px() > kMaxCellPx * kMostCells) return false;
  const Homography image_from_outline = Homography::image_from_board(outline, kBorderParts);
  const ProfileOptions options{.search_cells = 0.14};
  int seen = 0;
  for (const auto& [family, last] : kLatticeSides)
    for (int part = 0; part < kBorderParts; ++part) {
      const SegmentReading r = read_segment(picture, image_from_outline,
                                            {family, last ? kBorderParts : 0, part}, options);
      seen += r.seen || r.step || r.edge;
    }
  return seen >= kMinBorder * 4 * kBorderParts;
}

std::optional<BoardCandidate> find_boxes(const LinePicture& picture, const Quad& outline,
                                         const Shape& shape) {
  const int n = shape.n();
  const double cell_px = outline.shortest_side_px() / n;
  const double most_px = n == kCommonestSize ? kMaxCommonCellPx : kMaxCellPx;
  if (cell_px < kMinCellPx || outline.longest_side_px() > most_px * n) return std::nullopt;
  const auto fitted =
      fit_boxes(picture, Homography::image_from_board(outline, n), shape, {0.14, 0.10}, cell_px);
  if (!fitted || fitted->seen < kMinSeen) return std::nullopt;
  BoardCandidate board;
  board.n = n;
  board.image_from_board = fitted->image_from_board;
  if (!board.corners().is_convex() || !holds_digits(picture, board.image_from_board, shape))
    return std::nullopt;
  board.seen = LatticeSeen::box_lines;
  board.lattice_score = share_of_all_lines(fitted->seen, shape);
  board.bend = BoardBend(n);
  board.shapes = {{shape, 1, {}}};
  return board;
}

}  // namespace

std::optional<BoardCandidate> find_distant_board(const LinePicture& picture, const Quad& outline,
                                                 int* fits) {
  if ((fits && *fits <= 0) || !has_border(picture, outline)) return std::nullopt;
  if (fits) --*fits;
  std::optional<BoardCandidate> best;
  for (const Shape& shape : kBoxes) {
    auto board = find_boxes(picture, outline, shape);
    if (board && (!best || board->n > best->n)) best = std::move(board);
  }
  return best;
}

std::optional<TrackOutcome> follow_distant_board(const LinePicture& picture,
                                                 const Homography& image_from_board,
                                                 const Shape& shape,
                                                 const std::vector<double>& search_boxes) {
  const int n = shape.n();
  const double cell_px = image_from_board.mean_cell_px(n);
  std::vector<double> rounds = search_boxes;
  rounds.push_back(kLastSearch);
  const auto fitted = fit_boxes(picture, image_from_board, shape, rounds, cell_px);
  if (!fitted || fitted->seen < kMinFollowed || fitted->residual_px > kMaxResidual * cell_px)
    return std::nullopt;
  TrackOutcome out;
  out.image_from_board = fitted->image_from_board;
  if (!out.image_from_board.outline(n).is_convex()) return std::nullopt;
  out.lattice_score = share_of_all_lines(fitted->seen, shape);
  out.residual_px = fitted->residual_px;
  out.bend = BoardBend(n);
  // A box without two visible sides is covered, with all its cells.
  CellMap<int> sides(n);  // by box
  for (const LatticeSample& s : fitted->samples) {
    if (!s.reading.seen) continue;
    for (const int box : cell_numbers_beside(s.segment, boxes_of(shape)))
      if (box >= 0) ++sides[box];
  }
  for (int row = 0; row < n; ++row)
    for (int col = 0; col < n; ++col) out.occluded.push_back(sides[shape.box_of(row, col)] <= 1);
  return out;
}

}  // namespace gridlens
