#include "core/vision/lattice_evidence.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/vision/through_lines.h"

namespace gridlens {

namespace {

// In smaller cells the ground between lines is too narrow to speak of shading.
constexpr double kMinStepCellPx = 12;

double tolerance_px(const SegmentReading& r) {
  return std::max(1.0, 0.07 * r.cell_px);
}

// A seen segment counts only where the lattice puts it.
bool on_lattice(const SegmentReading& r, double least_depth) {
  return r.seen && r.depth >= least_depth && std::abs(r.offset_px) <= tolerance_px(r);
}

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  const auto mid = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), mid, values.end());
  return *mid;
}

double share(int seen, int inside) {
  return inside == 0 ? 0 : static_cast<double>(seen) / inside;
}

// Mean and variance.
struct Spread {
  double mean = 0;
  double variance = 0;
  int count = 0;
};

Spread spread_of(const std::vector<double>& values) {
  Spread s;
  s.count = static_cast<int>(values.size());
  if (values.empty()) return s;
  s.mean = std::accumulate(values.begin(), values.end(), 0.0) / s.count;
  for (const double v : values) s.variance += (v - s.mean) * (v - s.mean);
  s.variance /= s.count;
  return s;
}

// How much better two groups explain the line thicknesses than one: log-likelihood gain a line,
// positive only where the box lines are the thicker ones.
double thickness_gain(const std::vector<double>& thickness, int n, int step) {
  std::vector<double> box;
  std::vector<double> cell;
  std::vector<double> all;
  for (int k = 1; k < n; ++k) {
    const double t = thickness[static_cast<std::size_t>(k)];
    if (t <= 0) continue;
    const double value = std::log(t);
    (k % step == 0 ? box : cell).push_back(value);
    all.push_back(value);
  }
  if (box.empty() || cell.empty()) return 0;
  const Spread b = spread_of(box);
  const Spread c = spread_of(cell);
  const Spread a = spread_of(all);
  if (b.mean <= c.mean) return 0;
  constexpr double kFloor = 0.01;  // (10 %)^2: thickness is never known better
  const double within = (b.variance * b.count + c.variance * c.count) / a.count;
  return 0.5 * a.count * std::log((a.variance + kFloor) / (within + kFloor));
}

// Ground of each cell: the brightest of nine points, which misses the strokes of a digit; -1
// outside the picture.
std::vector<double> cell_grounds(const cv::Mat& grey, const Homography& image_from_board, int n,
                                 bool light_on_dark) {
  std::vector<double> ground(static_cast<std::size_t>(n * n), -1);
  for (int row = 0; row < n; ++row)
    for (int col = 0; col < n; ++col)
      for (const double dy : {0.22, 0.5, 0.78})
        for (const double dx : {0.22, 0.5, 0.78}) {
          const cv::Point2d p = image_from_board({col + dx, row + dy});
          const int x = static_cast<int>(std::lround(p.x));
          const int y = static_cast<int>(std::lround(p.y));
          if (x < 0 || y < 0 || x >= grey.cols || y >= grey.rows) continue;
          const int v = grey.at<std::uint8_t>(y, x);
          double& g = ground[static_cast<std::size_t>(row * n + col)];
          g = std::max<double>(g, light_on_dark ? 255 - v : v);
        }
  return ground;
}

}  // namespace

LatticeEvidence weigh_lattice(const cv::Mat& grey, const LatticeWarp& image_from_board, int n,
                              bool light_on_dark, bool thorough,
                              std::vector<LatticeSample>* samples_out) {
  ProfileOptions options;
  options.search_cells = 0.15;
  options.light_on_dark = light_on_dark;
  std::vector<LatticeSample> samples = read_lattice(grey, image_from_board, n, options);
  LatticeEvidence out;
  std::vector<double> depths;
  for (const LatticeSample& s : samples)
    if (s.reading.seen) depths.push_back(s.reading.depth);
  out.median_depth = median(depths);
  // Thin lines can be ten times fainter than a thick border.
  const double least = std::min(0.25 * out.median_depth, 0.025);
  int inside = 0, seen = 0, border_inside = 0, border_seen = 0;
  int side_inside[4] = {0, 0, 0, 0}, side_seen[4] = {0, 0, 0, 0};  // border lines
  int ends_inside[4] = {0, 0, 0, 0}, ends_seen[4] = {0, 0, 0, 0};  // lines that end at the side
  int inner_inside[2] = {0, 0};
  int inner_seen[2] = {0, 0};
  for (LatticeSample& s : samples) {
    if (!s.reading.inside) continue;
    s.reading.seen = on_lattice(s.reading, least);
    s.reading.step = s.reading.step && s.reading.cell_px >= kMinStepCellPx &&
                     std::abs(s.reading.offset_px) <= tolerance_px(s.reading);
    const bool there = s.reading.seen || s.reading.step ||
                       runs_through(grey, image_from_board, s.segment, light_on_dark, least);
    ++inside;
    seen += there;
    const bool border = s.segment.line == 0 || s.segment.line == n;
    const int family = s.segment.family == LineFamily::column_line ? 0 : 1;
    (border ? border_inside : inner_inside[family])++;
    if (border) {
      const int side = 2 * family + (s.segment.line == n);
      ++side_inside[side];
      side_seen[side] += there;
    } else if (s.segment.cell == 0 || s.segment.cell == n - 1) {
      const int side = 2 * (1 - family) + (s.segment.cell == n - 1);
      ++ends_inside[side];
      ends_seen[side] += there;
    }
    if (there) (border ? border_seen : inner_seen[family])++;
  }
  out.score = share(seen, inside);
  out.border_score = share(border_seen, border_inside);
  out.inner_score =
      std::min(share(inner_seen[0], inner_inside[0]), share(inner_seen[1], inner_inside[1]));
  out.side_score = 1;
  for (int side = 0; side < 4; ++side)
    if (side_inside[side] > 0 || ends_inside[side] > 0)
      out.side_score =
          std::min(out.side_score, std::max(share(side_seen[side], side_inside[side]),
                                            share(ends_seen[side], ends_inside[side])));
  out.visible = static_cast<double>(inside) / static_cast<double>(samples.size());
  // A lattice that goes on does so with the next line and with its crossing lines. A frame, an edge
  // of the page or a line of text beside the board lacks the latter; a second board across a gap
  // seldom has the former.
  const auto share_of = [&](LineFamily family, int line0, int line1, int cell0, int cell1) {
    int out_inside = 0, out_seen = 0;
    for (int line = line0; line <= line1; ++line)
      for (int cell = cell0; cell <= cell1; ++cell) {
        const SegmentReading r =
            read_segment(grey, image_from_board, {family, line, cell}, options);
        out_inside += r.inside;
        out_seen += r.inside && on_lattice(r, 0.4 * out.median_depth);
      }
    return out_inside * 2 < n ? 0.0 : share(out_seen, out_inside);
  };
  for (const LineFamily family : {LineFamily::column_line, LineFamily::row_line}) {
    const LineFamily crossing =
        family == LineFamily::column_line ? LineFamily::row_line : LineFamily::column_line;
    for (const bool far : {false, true}) {
      const int line = far ? n + 1 : -1;
      const int cell = far ? n : -1;
      const double next = share_of(family, line, line, 0, n - 1);
      if (next > out.outside_score)
        out.outside_score =
            std::max(out.outside_score, std::min(next, share_of(crossing, 1, n - 1, cell, cell)));
    }
  }
  ProfileOptions between = options;
  for (const double shift : {0.5, 1.0 / 3, 2.0 / 3}) {
    if (!thorough) break;
    between.shift_cells = shift;
    int both_inside = 0, both_seen = 0;
    for (const LineFamily family : {LineFamily::column_line, LineFamily::row_line}) {
      int family_inside = 0, family_seen = 0;
      for (int line = 0; line < n; ++line)
        for (int cell = line % 2; cell < n; cell += 2) {
          const SegmentReading r =
              read_segment(grey, image_from_board, {family, line, cell}, between);
          if (!r.inside) continue;
          ++family_inside;
          family_seen += on_lattice(r, 0.3 * out.median_depth);
        }
      out.finer_score = std::max(out.finer_score, share(family_seen, family_inside));
      both_inside += family_inside;
      both_seen += family_seen;
    }
    if (shift == 0.5) out.control_score = share(both_seen, both_inside);
  }
  if (samples_out != nullptr) *samples_out = std::move(samples);
  return out;
}

int count_black_groups(const cv::Mat& grey, const Homography& image_from_board, int n,
                       bool light_on_dark) {
  const std::vector<double> ground = cell_grounds(grey, image_from_board, n, light_on_dark);
  // Black against the median of the cells around (5 x 5), so that a shadow does not count.
  std::vector<char> black(ground.size(), 0);
  for (int row = 0; row < n; ++row)
    for (int col = 0; col < n; ++col) {
      std::vector<double> around;
      for (int r = std::max(0, row - 2); r <= std::min(n - 1, row + 2); ++r)
        for (int c = std::max(0, col - 2); c <= std::min(n - 1, col + 2); ++c)
          around.push_back(ground[static_cast<std::size_t>(r * n + c)]);
      const double own = ground[static_cast<std::size_t>(row * n + col)];
      const auto high = around.begin() + static_cast<std::ptrdiff_t>(around.size() * 7 / 10);
      std::nth_element(around.begin(), high, around.end());
      black[static_cast<std::size_t>(row * n + col)] = own >= 0 && own < 0.42 * *high;
    }
  int groups = 0;
  std::vector<int> open;
  for (int start = 0; start < n * n; ++start) {
    if (!black[static_cast<std::size_t>(start)]) continue;
    ++groups;
    open.push_back(start);
    while (!open.empty()) {
      const int i = open.back();
      open.pop_back();
      if (!black[static_cast<std::size_t>(i)]) continue;
      black[static_cast<std::size_t>(i)] = 0;
      if (i % n > 0) open.push_back(i - 1);
      if (i % n < n - 1) open.push_back(i + 1);
      if (i >= n) open.push_back(i - n);
      if (i < n * (n - 1)) open.push_back(i + n);
    }
  }
  return groups;
}

std::vector<ShapeEvidence> weigh_shapes(const cv::Mat& grey, const Homography& image_from_board,
                                        int n, const std::vector<LatticeSample>& samples) {
  std::vector<ShapeEvidence> shapes;
  for (const Shape& shape : possible_shapes(n)) shapes.push_back({shape, 0});
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

  std::vector<double> ground = cell_grounds(grey, image_from_board, n, false);
  for (double& g : ground) g = std::log(g + 8);

  std::vector<double> gains;
  for (const ShapeEvidence& s : shapes) {
    const double lines = thickness_gain(thickness[0], n, s.shape.box_cols) +
                         thickness_gain(thickness[1], n, s.shape.box_rows);
    // Shading: steps of the ground across box borders against steps inside boxes, between
    // neighbouring cells so that a shadow over the page cancels.
    double across = 0, within = 0;
    int across_count = 0, within_count = 0;
    const auto step = [&](int a, int b, bool border) {
      const double d = std::min(
          0.3, std::abs(ground[static_cast<std::size_t>(a)] - ground[static_cast<std::size_t>(b)]));
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
    gains.push_back(lines + std::max(0.0, shading));
  }
  // The squarest shape wins where nothing speaks: a small head start, transposes alike.
  const double top = *std::max_element(gains.begin(), gains.end());
  double sum = 0;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const Shape& s = shapes[i].shape;
    const double head_start =
        -1.5 * std::log(static_cast<double>(std::max(s.box_rows, s.box_cols)) /
                        std::min(s.box_rows, s.box_cols));
    shapes[i].weight = std::exp(gains[i] - top + head_start);
    sum += shapes[i].weight;
  }
  for (ShapeEvidence& s : shapes) s.weight /= sum;
  std::stable_sort(
      shapes.begin(), shapes.end(),
      [](const ShapeEvidence& a, const ShapeEvidence& b) { return a.weight > b.weight; });
  return shapes;
}

}  // namespace gridlens
